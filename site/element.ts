/** Makes elements. Text gets into the page as text alone: nothing here reads markup. */

export type Child = Node | string | undefined;

type Attributes = { readonly [name: string]: string | undefined };

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, those that are undefined aside, and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[Tag] {
	return fill(document.createElement(tag), attributes, children);
}

/** The same for an element of SVG. */
export function svgElement<Tag extends keyof SVGElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: Child[]
): SVGElementTagNameMap[Tag] {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill<Kind extends Element>(made: Kind, attributes: Attributes, children: readonly Child[]): Kind {
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined) made.setAttribute(name, value);
	}
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** The element of the page with this id. Requires: it is there, and of this kind. */
export function elementById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id "${id}".`);
	return found;
}
