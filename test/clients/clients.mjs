/**
 * The clients. `command` starts the driver, which is given the name that it has for the client, and a file of URLs. `version` prints a
 * version. In both, {{name}} is a path of install.mjs, and `needs` says what that installs. Clients that are `there` anyway are driven in CI.
 */
const node = (drive, more) => ({ command: ["node", "{{drivers}}/node.mjs", drive], ...more });
const program = (name, more) => node(name, { version: [name, "--version"], needs: [`program:${name}`], ...more });
const builtIn = (drive) => node(drive, { version: ["node", "--version"], isThere: true });

function npm(name) {
	const version = ["node", "-p", `JSON.parse(fs.readFileSync("{{npm}}/node_modules/${name}/package.json")).version`];
	return node(name, { version, needs: ["npm"] });
}

function pip(name) {
	const version = ["{{python}}", "-c", `import importlib.metadata as m; print(m.version("${name}"))`];
	return { command: ["{{python}}", "{{drivers}}/python.py", name], version, needs: ["pip"] };
}

/** Java without a cache of names. */
function java(drive, more) {
	const start = "java -XX:TieredStopAtLevel=1 -Dsun.net.inetaddr.ttl=0 -Dsun.net.inetaddr.negative.ttl=0 -cp".split(" ");
	return { command: [...start, "{{classes}}:{{jars}}/*", "Drive", drive], needs: ["javac"], ...more };
}

function maven(drive, jar) {
	return java(drive, { version: ["sh", "-c", `ls {{jars}} | grep '^${jar}-[0-9]'`], needs: ["javac", "maven"] });
}

function ofDebian(driver, drive, name) {
	const needs = [`apt:${name}`];
	return { command: [...driver, drive], version: ["dpkg-query", "--show", "--showformat=$" + "{Version}", name], needs };
}

const perl = (drive, name) => ofDebian(["perl", "{{drivers}}/perl.pl"], drive, name);
const ruby = (drive, name) => ofDebian(["ruby", "{{drivers}}/ruby.rb"], drive, name);
/** PHP binds its extensions past a preloaded library, unless what they need is there before. */
const php = (drive, name) => ({ ...ofDebian(["php", "{{drivers}}/php.php"], drive, name), preloads: ["libcurl.so.4"] });

export const CLIENTS = {
	chromium: node("chromium", { version: ["chromium", "--version"], needs: ["chromium"] }),
	curl: program("curl", { isThere: true }),
	wget: program("wget"),
	wget2: program("wget2"),
	libcurl: ofDebian(["{{bin}}/libcurl"], "libcurl", "libcurl4-openssl-dev"),
	"node-fetch": builtIn("fetch"),
	"node-http-string": builtIn("http-string"),
	"node-http-url": builtIn("http-url"),
	"node-http-parse": builtIn("http-parse"),
	"node-undici": npm("undici"),
	"node-axios": npm("axios"),
	"node-got": npm("got"),
	"node-node-fetch": npm("node-fetch"),
	"node-superagent": npm("superagent"),
	"node-needle": npm("needle"),
	"bun-fetch": {
		command: ["{{npm}}/node_modules/.bin/bun", "{{drivers}}/node.mjs", "fetch"],
		version: ["{{npm}}/node_modules/.bin/bun", "--version"],
		needs: ["npm"],
	},
	"deno-fetch": {
		command: ["{{npm}}/node_modules/.bin/deno", "run", "--allow-all", "{{drivers}}/node.mjs", "fetch"],
		version: ["{{npm}}/node_modules/.bin/deno", "--version"],
		needs: ["npm"],
	},
	"python-urllib": {
		command: ["python3", "{{drivers}}/python.py", "urllib"],
		version: ["python3", "--version"],
		isThere: true,
	},
	"python-urllib:new": {
		command: ["{{newPython}}", "{{drivers}}/python.py", "urllib"],
		version: ["{{newPython}}", "--version"],
		needs: ["newPython"],
	},
	"python-requests": pip("requests"),
	"python-urllib3": pip("urllib3"),
	"python-httpx": pip("httpx"),
	"python-aiohttp": pip("aiohttp"),
	"python-httplib2": pip("httplib2"),
	"python-tornado": pip("tornado"),
	// It brings a libcurl of its own, which its version pins.
	"python-pycurl": pip("pycurl"),
	go: { command: ["{{bin}}/go", "net/http"], version: ["go", "version"], needs: ["go"] },
	"rust-reqwest": {
		command: ["{{release}}/drive-reqwest", "reqwest"],
		version: ["grep", "reqwest", "{{drivers}}/reqwest/Cargo.toml"],
		needs: ["cargo"],
	},
	"java-httpclient": java("httpclient", { version: ["java", "-version"], isThere: true }),
	"java-urlconnection": java("urlconnection", { version: ["java", "-version"], isThere: true }),
	"java-okhttp": maven("OkHttp", "okhttp"),
	"java-apache5": maven("HttpClient5", "httpclient5"),
	"ruby-net-http": ruby("net-http", "ruby"),
	"ruby-open-uri": ruby("open-uri", "ruby"),
	"ruby-httparty": ruby("httparty", "ruby-httparty"),
	"ruby-http-rb": ruby("http-rb", "ruby-http"),
	"php-stream": php("stream", "php-cli"),
	"php-curl": php("curl", "php-curl"),
	"php-guzzle": php("guzzle", "php-guzzlehttp-guzzle"),
	"perl-lwp": perl("lwp", "libwww-perl"),
	"perl-http-tiny": perl("http-tiny", "perl"),
	"perl-mojo": perl("mojo", "libmojolicious-perl"),
};
