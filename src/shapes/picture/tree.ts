/**
 * The shapes of a site as a tree: a node for each segment, and one for each query.
 *
 * ```
 *   /u/{word}   /u/{word}/posts   /u/{word}/posts?page=
 *
 *   /u ──▶ /{word} ──▶ /posts ──▶ ?page=
 * ```
 */
import type { Position } from "../../learned/schema";
import type { PicturedShape, PicturedTrap, SitePicture } from "./site-picture";

export interface TreeNode {
	/** What is drawn: several segments where nothing branches off between them. */
	readonly label: string;
	/** Number of keys of the shapes that begin like this. */
	readonly keys: number;
	/** The shape that ends here. */
	readonly own?: PicturedShape;
	/** Why words were merged here. */
	readonly position?: Position;
	readonly traps: readonly PicturedTrap[];
	/** Whether this node or one below it has a trap. */
	readonly leadsToTrap: boolean;
	/** Most keys first. */
	readonly children: readonly TreeNode[];
}

/** A node under construction. */
class Branch {
	keys = 0;
	own: PicturedShape | undefined;
	position: Position | undefined;
	readonly traps: PicturedTrap[] = [];
	readonly below = new Map<string, Branch>();

	/** Returns the node of a shape, and adds keys on the way. */
	walk(shape: string, keys: number): Branch {
		let node: Branch = this;
		node.keys += keys;
		for (const part of partsOf(shape)) {
			node = node.child(part);
			node.keys += keys;
		}
		return node;
	}

	child(part: string): Branch {
		const child = this.below.get(part) ?? new Branch();
		this.below.set(part, child);
		return child;
	}
}

/** A segment with its slash, or a query. */
const PARTS = /\/[^/?]*|\?.*/gs;
/** Parts of their own. The others are one: a hostile path has thousands. */
const MAX_PARTS = 40;

function partsOf(shape: string): string[] {
	const parts = shape.match(PARTS) ?? [];
	const rest = parts.slice(MAX_PARTS).join("");
	return rest === "" ? parts : [...parts.slice(0, MAX_PARTS), rest];
}

/** The tree of a picture. Its root is the site. */
export function treeOf({ site, shapes, positions, traps }: SitePicture): TreeNode {
	const root = new Branch();
	for (const shape of shapes) root.walk(shape[0], shape[1]).own = shape;
	for (const position of positions) root.walk(position.at, 0).position = position;
	for (const trap of traps) root.walk(trap.shape, 0).traps.push(trap);
	return nodeOf(site, root);
}

function nodeOf(label: string, branch: Branch): TreeNode {
	const { own, position, keys, traps } = branch;
	const children = Array.from(branch.below, ([part, child]) => joined(part, child)).sort(byKeys);
	const leadsToTrap = traps.length > 0 || children.some((child) => child.leadsToTrap);
	return { label, keys, ...(own && { own }), ...(position && { position }), traps, leadsToTrap, children };
}

/** A node, with the only one below it if there is nothing to be said of itself. */
function joined(label: string, branch: Branch): TreeNode {
	let [text, end] = [label, branch];
	while (end.below.size === 1 && end.own === undefined && end.position === undefined && end.traps.length === 0) {
		const [[part, child]] = [...end.below] as [[string, Branch]];
		text += part;
		end = child;
	}
	return nodeOf(text, end);
}

function byKeys(a: TreeNode, b: TreeNode): number {
	return b.keys - a.keys || (a.label < b.label ? -1 : 1);
}
