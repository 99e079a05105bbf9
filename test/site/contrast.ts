/** Contrast of text in a page: WCAG 2.2, 1.4.3. */

/** Texts whose rendered contrast is too low and the ratio. Runs in the page, so it uses nothing from outside. */
export function lowContrasts(): string[] {
	type Color = readonly [number, number, number, number];
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
	const colorOf = (text: string): Color => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = text;
		canvas.fillRect(0, 0, 1, 1);
		const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
		return [red, green, blue, alpha];
	};
	const luminance = ([red, green, blue]: Color) => {
		const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
			value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
		);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const background = (element: Element | null): Color => {
		for (let at = element; at !== null; at = at.parentElement) {
			const color = colorOf(getComputedStyle(at).backgroundColor);
			if (color[3] === 255) return color;
		}
		return [255, 255, 255, 255];
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const found: string[] = [];
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		const element = node.parentElement as Element;
		if (node.textContent?.trim() === "" || !element.checkVisibility()) continue;
		const style = getComputedStyle(element);
		const [a, b] = [luminance(colorOf(style.color)), luminance(background(element))];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const isLarge = Number.parseFloat(style.fontSize) >= 24;
		if (ratio < (isLarge ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${element.className} ${node.textContent?.slice(0, 30)}`);
	}
	return found;
}
