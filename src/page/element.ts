/** Creates elements. Content is always inserted as text, never parsed as markup, so pasted markup cannot run. */

export type Child = Node | string | undefined;

type Attributes = { readonly [name: string]: string | undefined };

const SVG = "http://www.w3.org/2000/svg";

/** Creates an HTML element. Undefined attributes and children are skipped. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: Child[]
): HTMLElementTagNameMap[Tag] {
	return fill(document.createElement(tag), attributes, children);
}

/** Like `element`, for SVG. */
export function svgElement<Tag extends keyof SVGElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: Child[]
): SVGElementTagNameMap[Tag] {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill<Kind extends Element>(created: Kind, attributes: Attributes, children: readonly Child[]): Kind {
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined) created.setAttribute(name, value);
	}
	created.append(...children.filter((child) => child !== undefined));
	return created;
}

/** The element with this id. Throws if it is missing or of another class. */
export function elementById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with id "${id}".`);
	return found;
}
