/** The words of the grammar: text that means something in a component of a reference, or almost does. */
import { REGISTERED } from "../../oracle/normalize";
import { EXTENSIONS, PATH_JOINTS, PATH_NAMES, PATH_VALUES, PATH_WORDS } from "../../support/path-values";
import { FAULTS, SCHEME_RULES, SYNTAX_RULES } from "../../support/rules";
import { texts } from "./texts";

const encoder = new TextEncoder();

/** Words, encoded once. */
export type Pieces = readonly Uint8Array[];

function words(text: string): Pieces {
	return texts(text).map((word) => encoder.encode(word));
}

/** Octets that are no UTF-8. */
const NOT_UTF8: Pieces = [[0xff], [0xc3], [0xc3, 0x28], [0xe7, 0xb4], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0x80]].map(
	(octets) => Uint8Array.from(octets),
);

export const SCHEMES = words(
	"http: http: http: https: https: https: HTTP: hTTps: ws: wss: ftp: FTP: file: gopher: telnet: tn3270: nntp: wais: prospero: ldap: ldaps: " +
		"imap: pop: nfs: dict: rtsp: coap: coaps: sip: mailto: tel: urn: URN: data: news: mid: cid: javascript: about: blob: x: X-y+z.1: " +
		"1: a_b: h%74tp: ht\ttp: url: URL: filedesc: ∅ ∅ :",
);
/** The schemes of the registry, with a default port to go with them. */
export const REGISTERED_SCHEMES: Pieces = REGISTERED.map(([scheme]) => encoder.encode(`${scheme}:`));
export const DEFAULT_PORTS: Pieces = REGISTERED.flatMap(([, port]) => (port === undefined ? [] : [encoder.encode(`:${port}`)]));
export const SLASHES = words("// // // // // // // / ∅ /// \\\\ \\/ /\\ ////");
export const USERINFO = words("∅ ∅ ∅ ∅ ∅ ∅ ∅ u@ u:p@ @ :@ User:%41@ a@b@ u%40@ é@ u[@ |^@ %zz@ ·@");
export const LABELS = words(
	"a b h H example Example EXAMPLE com www WWW www2 org co uk localhost LOCALHOST xn--a xn--bcher-kva XN--BCHER-KVA xn-- a-b -a a- a_b " +
		"1 2 127 255 256 08 0 0x7f 0xg 0X 0x 4294967295 %41 %2e %2E %zz %00 %c3%bc b%C3%BCcher * ~ ! $&'() instagram github archive",
);
/** Labels beyond US-ASCII, apart from each other so that one digest can leave them out. */
export const WIDE_LABELS = words("é ü ß bücher 納豆 。 ． 😀 ＡＢ ﬁ İ \u00ad \u0301 \u200d א %ef%bc%8e %F0%9F%98%80");
export const HOSTS = words(
	"[::1] [::] [2001:DB8::0:1] [::ffff:1.2.3.4] [::FFFF:102:304] [1:2:3:4:5:6:7:8] [1:0:0:2::3] [0:0:0:0:0:0:0:0] [1::2::3] [::1 [::1]x [] [:] " +
		"[fe80::1%25eth0] [fe80::1%eth] [fe80::1%25] [fe80::1%25a%41%2f] [fe80::1%25%g1] [fe80::1%25%1g] [fe80::1%25%4] [fe80::1%g1] [fe80::1%1] [v1.a] [v1.%41] [v1.é] [vF.:] [V1.A] [v1] [v.a] [1.2.3.4] [::1.2.3.256] [::4294967297.2.3.4] [::1.2.3.2147483649] [12345::] [::1.2.3] [64:ff9b::192.0.2.33] " +
		"127.0.0.1 127.1 0x7f.1 0x7f000001 017700000001 1.2.3 1.2.3.4.5 256.1.1.1 1.2.3.4. 0.0.0.0 a..b .. . a. .a h.. C: C| c:a ∅ ∅",
);
export const PORTS = words(
	"∅ ∅ ∅ ∅ ∅ ∅ ∅ : :1 :80 :443 :0080 :00443 :21 :70 :23 :119 :8080 :0 :000 :65535 :65536 :99999999999 :8a :é :-1 :+80 :8·0 :%38",
);
export const SEGMENTS = words(
	"a b c A B foo Foo index.html index.php default.asp p.aspx . .. ... .a ..b %2e %2E %2e%2e .%2E %2e. ..%2f ∅ ∅ %41 %5a %61 %7A %30 %2d %5f %7e %7E ~ " +
		"%2f %2F %3f %23 %25 %2541 %4 % %% %zz %a %C3%A9 %c3%28 %00 %ff é 納 a·b a+b a%20b ;a ;type=A ;type=i ;TYPE=D ;type=B ;type=Z ;type=I ;type=_ ;x=1 ;v=1,2 , = & a=b @ : a:b x: C: c| C:| " +
		"\" < > \\ ^ ` { | } [ ] ' ( ) * ! $ ;jsessionid=0123456789abcdef0123456789ABCDEF ..;jsessionid=1 a;JSESSIONID=1;b (S(4hqa0555fwsecu455xqckv45)) " +
		"(4hqa0555fwsecu455xqckv45) http: http://a/b https%3a unsubscribe #!",
);
export const NAMES = words(
	"a b id q ref ref_src ref_id utm_source utm_medium UTM_Source utm_x u%74m_source gclid fbclid igsh mkt_tok mc_eid msclkid _ga yclid PHPSESSID phpsessid jsessionid " +
		"1 9 a1 a9 sid CFID cftoken CFTOKEN ASPSESSIONIDABCDEFGH amp;a amp;utm_source url to To subject Subject cc body TYPE %61 a+b é %C3%C0 %c3%a9 ∅ [] a[] a[0] spm s t si",
);
export const VALUES = words(
	"∅ ∅ = =1 =2 =a =A == =%zz =%2b =%26 =a%3Db =é =%7e =0123456789abcdef0123456789abcdef =http://h/?a=b =a·b =a+b =' =\" =| =a@B =a,b =..",
);
export const VALUES_OF_PATHS = words(PATH_VALUES);
export const WORDS_OF_PATHS = words(PATH_WORDS);
export const JOINTS_OF_PATHS = words(`${PATH_JOINTS} ∅`);
export const ENDS_OF_PATHS = words(`∅ ∅ ∅ ∅ ${EXTENSIONS}`);
export const NAMES_BESIDE_PATHS = words(PATH_NAMES);
export const JOINTS = words("& & & & & & ; && &; ? &amp;");
export const FRAGMENTS = words(
	"∅ ∅ ∅ ∅ # #a #A #! #!/a #/a #:~:text=a #a:~:text=b #!:~:text #%3A~: #!a:%7E:b #é #%7e #a#b ## #· #| #%zz #xtor=a #top #?a=b",
);
export const ENDS = words("∅ ∅ ∅ ∅ ∅ ∅ ∅ ∅ ∅ ∅ ∅ ∅ · ·· \t \0 \x1f \r · \x7f \ufeff \u00a0");
/** References of schemes with rules of their own, and of older editions: RFC 1738, RFC 1808, RFC 2396. */
export const OWN = words(
	"mailto: mailto:a@B mailto:A@B,C@D mailto:%22A@B%22@C mailto:? mailto:?to=a@B& mailto:a@b?To=c@D&subject= mailto:a%2Cb@C mailto:?to=/a@B mailto:a@b?to=/ tel: tel:+1-201-555-0123 tel:7042;phone-context=Example.COM " +
		"tel:+1(2).3;ext=1 tel:1;B=2;A=1 urn:ISBN: urn:isbn:0-486 urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6 URN:a-B: urn:ex:a%2c%41 urn:ex:a?+b?=c data:, " +
		"data:TEXT/Plain;Charset=UTF-8;BASE64, data:;base64, data:A/B;x file:/ file:/// file://localhost/ file://LOCALHOST: file:a file:C|/a file:///C:/.. file://h/C: " +
		"gopher://h/1 gopher://h/%31 gopher://h/11a%09b%09c ftp://h/a;type=A ftp://u:p@h/%2Fetc;type=d ftp://h/;type=X news:Comp.* news:a@B.c nntp://h/G/1 " +
		"wais://h/d?s wais://h/d/w/p prospero://h:1525/n;a=b telnet://u:p@H:23/ afs:/A mid:a@B/c cid:a@B tag:A,2000:b ldap://h/o=A?B?c z39.50://h/ service:a " +
		"<URL:http://a/b> URL:http://a/ //net_loc/p;params?q#f ;params p;a?q g;x=1/../y g?y/../x ?y #s g#s/./x ../../../g ./g/. /./g mid:a news:a",
);
/** Whole references: the rows of the rules' tests. */
export const SEEDS: Pieces = [
	...Object.values({ ...SYNTAX_RULES, ...SCHEME_RULES }).flatMap((rows) => rows.map(([input]) => input)),
	...FAULTS.map(([input]) => input),
]
	.filter((input) => !input.includes("\n"))
	.map((input) => encoder.encode(input));
/** Anything, for mutations. */
export const ANY: Pieces = [
	...NOT_UTF8,
	...[SCHEMES, SLASHES, USERINFO, LABELS, HOSTS, PORTS, SEGMENTS, NAMES, VALUES, JOINTS, FRAGMENTS, ENDS].flat(),
	...words("http:// https:// /../ /./ /%2e%2e/ ?? ?& &= ://  www. .. %%% ../ a/../ %2e /%2E \x7f \x01 \0 \t \r"),
];
