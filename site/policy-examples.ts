/** Policies to start from. */
import { element, elementById } from "../src/page/element";
import { fragmentOf } from "./page-state";

export const FIRST_POLICY = `{
  "base": "crawl@1",
  "key": { "www": "drop" },
  "sites": [
    {
      "hosts": ["shop.example"],
      "key": { "query": { "remove": ["ref"] } }
    }
  ],
  "tests": {
    "same": [
      [
        "http://www.shop.example/?id=1&ref=mail",
        "http://shop.example/?id=1"
      ]
    ],
    "different": [
      [
        "http://shop.example/?id=1",
        "http://shop.example/?id=2"
      ]
    ]
  }
}
`;

const EXAMPLES: { readonly [name: string]: string } = {
	"tests that pass": FIRST_POLICY,
	"a test that fails": FIRST_POLICY.replace('{ "www": "drop" }', "{}"),
	"a fault": FIRST_POLICY.replace('"www"', '"wwww"'),
	"a list of your own": FIRST_POLICY.replace(
		'{ "www": "drop" }',
		'{\n    "www": "drop",\n    "query": { "lists": ["mine"] }\n  }',
	),
};

/** Adds a link for each example. */
export function showExamples(): void {
	const links = Object.entries(EXAMPLES).map(([name, policy]) => {
		return element("a", { href: fragmentOf({ view: "policy", policy, against: "crawl@1" }) }, name);
	});
	elementById("policy-examples", HTMLElement).append(...links);
}
