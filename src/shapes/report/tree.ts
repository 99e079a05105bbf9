/**
 * The shapes of a site as a tree, for a picture:
 *
 * ```
 *   ""                1,200
 *   ├ users              40      merged: /users/{word}, "leaves"
 *   │ └ {word}        1,100
 *   └ about               1
 * ```
 */

import type { Position, ShapeCount, SiteShapes, Trap } from "../file/schema";
import { MAX_DEPTH } from "../rules/tokens";

/** A token of the tree. */
export interface ShapeNode {
	readonly token: string;
	/** Number of keys here and below, of shapes of several keys. */
	readonly keys: number;
	/** Shapes that end here, with their queries. */
	readonly shapes: readonly ShapeCount[];
	/** Why words became this token. */
	readonly merged?: Position;
	/** Traps at this path. */
	readonly traps: readonly Trap[];
	/** Most keys first. */
	readonly below: readonly ShapeNode[];
}

interface Growing {
	readonly token: string;
	keys: number;
	readonly shapes: ShapeCount[];
	merged?: Position;
	readonly traps: Trap[];
	readonly below: Map<string, Growing>;
}

/** The tree of a site. Its root has traps that are anywhere on the site, or on a path that has no shape. */
export function shapeTree({ shapes, positions, traps }: Pick<SiteShapes, "shapes" | "positions" | "traps">): ShapeNode {
	const root = newNode("");
	for (const shape of shapes) addShape(root, shape);
	for (const position of positions) nodeAt(root, tokensOf(position.at)).merged = position;
	for (const trap of traps) (found(root, tokensOf(pathOf(trap))) ?? root).traps.push(trap);
	return frozen(root);
}

function addShape(root: Growing, shape: ShapeCount): void {
	let node = root;
	node.keys += shape.keys;
	for (const token of tokensOf(shape.shape)) {
		node = childOf(node, token);
		node.keys += shape.keys;
	}
	node.shapes.push(shape);
}

/** The tokens of the path of a shape, as deep as is learned from. */
function tokensOf(shape: string): string[] {
	return (
		shape
			.split("?", 1)[0]
			?.split("/")
			.slice(1, MAX_DEPTH + 1) ?? []
	);
}

function pathOf({ at = "" }: Trap): string {
	return at.split(" ", 1)[0] as string;
}

function childOf(node: Growing, token: string): Growing {
	const child = node.below.get(token) ?? newNode(token);
	node.below.set(token, child);
	return child;
}

function nodeAt(root: Growing, tokens: readonly string[]): Growing {
	return tokens.reduce(childOf, root);
}

function found(root: Growing, tokens: readonly string[]): Growing | undefined {
	return tokens.reduce<Growing | undefined>((node, token) => node?.below.get(token), root);
}

function newNode(token: string): Growing {
	return { token, keys: 0, shapes: [], traps: [], below: new Map() };
}

function frozen({ below, ...node }: Growing): ShapeNode {
	const children = Array.from(below.values(), frozen);
	return { ...node, below: children.sort((a, b) => b.keys - a.keys || (a.token < b.token ? -1 : 1)) };
}
