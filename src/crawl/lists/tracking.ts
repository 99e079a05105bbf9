/** The list `tracking@1`: parameters that vendors document as click and campaign identifiers. docs/reference/profiles.md says who. */
import type { PlainList } from "../schema/plain";

const NAMES = [
	// Google Analytics
	"utm_source utm_medium utm_campaign utm_term utm_content utm_id utm_source_platform utm_creative_format",
	"utm_marketing_tactic gad_source gad_campaignid gbraid",
	// Google Ads, Campaign Manager, Merchant Center
	"gclid gclsrc dclid wbraid srsltid",
	// Meta; Microsoft Advertising; LinkedIn; TikTok; X
	"fbclid msclkid li_fat_id ttclid twclid",
	// Yandex
	"yclid ysclid _openstat",
	// Mailchimp; HubSpot; Vero; Klaviyo; beehiiv
	"mc_cid mc_eid _hsenc _hsmi __hstc __hssc __hsfp hsCtaTracking vero_id vero_conv _kx _bhlid",
	// Matomo
	"mtm_campaign mtm_source mtm_medium mtm_keyword mtm_kwd mtm_content mtm_cid mtm_group mtm_placement",
	"pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid",
];

/** A call, which bundles that do not need the list leave out. */
export const TRACKING: PlainList = /* @__PURE__ */ listOf();

function listOf(): PlainList {
	return {
		name: "tracking@1",
		params: [
			...NAMES.flatMap((names) => names.split(" ")),
			// Marketo: without it, links to unsubscribe and to view a message as a page do not work.
			{ name: "mkt_tok", exceptPath: ["unsubscribe", "emailwebview"] },
			{ name: "igshid", hosts: ["instagram.com"] },
			{ name: "igsh", hosts: ["instagram.com"] },
		],
		// These sign the URL that they lead to.
		exempt: ["urldefense.com", "urldefense.proofpoint.com"],
	};
}
