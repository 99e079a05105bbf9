/** Generates SVG that is readable on light and dark backgrounds. */

/** Colours with contrast on both white and black. */
export const COLOURS = { text: "#7a828c", grid: "#7a828c", series: ["#2f81d0", "#d9731a", "#2a9d63"] } as const;

const FONT = "ui-sans-serif, system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif";

export type Attributes = Readonly<Record<string, string | number>>;

/** An element. `content` is inserted as SVG, unescaped. */
function element(name: string, attributes: Attributes, ...content: string[]): string {
	const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${encoded(shortened(value))}"`);
	const tag = name + written.join("");
	return content.length === 0 ? `<${tag}/>` : `<${tag}>${content.join("")}</${name}>`;
}

/** Text at a point, which is its start, middle or end by the attribute `text-anchor`. */
export function text(x: number, y: number, content: string, attributes: Attributes = {}): string {
	return element("text", { x, y, ...attributes }, encoded(content));
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
	return element("line", { x1, y1, x2, y2, ...attributes });
}

/** A mark centred on a point. Each series has its own shape as well as colour, for colour-blind readers. */
export function mark(series: number, x: number, y: number): string {
	const fill = COLOURS.series[series % COLOURS.series.length] as string;
	switch (series % 3) {
		case 0:
			return element("circle", { cx: x, cy: y, r: 4.5, fill });
		case 1:
			return element("rect", { x: x - 4, y: y - 4, width: 8, height: 8, fill });
		default:
			return element("path", { d: `M${shortened(x)} ${shortened(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`, fill });
	}
}

/** A complete SVG document. `title` describes it to screen readers. */
export function picture(width: number, height: number, title: string, ...content: string[]): string {
	const attributes = {
		xmlns: "http://www.w3.org/2000/svg",
		width,
		height,
		viewBox: `0 0 ${width} ${height}`,
		role: "img",
		"font-family": FONT,
		"font-size": 12,
		fill: COLOURS.text,
	};
	return `${element("svg", attributes, "\n", element("title", {}, encoded(title)), "\n", content.join("\n"), "\n")}\n`;
}

/** Rounds numbers to a tenth. */
function shortened(value: string | number): string {
	return typeof value === "number" ? String(Math.round(value * 10) / 10) : value;
}

function encoded(content: string): string {
	return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
