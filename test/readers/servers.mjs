/**
 * The servers whose reading `agree` predicts, each with the configuration that the rows were made with: what it routes on is written to
 * the response, and what it sends is echoed by an origin (origin.mjs).
 *
 * A column is [reader, what, port]: `path` has the query and the path that the server routes on, `sends` the target that it sends on.
 */
const hex = (text) => Buffer.from(text, "hex").toString("latin1");
/** A body of two lines: query, path. */
const plain = (body) => {
	const end = body.indexOf("\n");
	return { query: body.slice(0, end), path: body.slice(end + 1) };
};
const inHex = (body) => {
	const [query, path] = body.split(" ");
	return { query: hex(query), path: hex(path) };
};

const NGINX = `daemon off; master_process off; worker_processes 1; pid nginx.pid; error_log nginx.err crit;
events { worker_connections 256; }
http { access_log off; default_type text/plain; large_client_header_buffers 4 64k;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server { listen 127.0.0.1:{{route}}; location / { return 200 "$args\\n$uri"; } }
  server { listen 127.0.0.1:{{mergeOff}}; merge_slashes off; location / { return 200 "$args\\n$uri"; } }
  server { listen 127.0.0.1:{{pass}}; location / { proxy_pass http://127.0.0.1:{{origin}}; } }
  server { listen 127.0.0.1:{{passOff}}; merge_slashes off; location / { proxy_pass http://127.0.0.1:{{origin}}; } }
  server { listen 127.0.0.1:{{uri}}; location / { proxy_pass http://127.0.0.1:{{origin}}/; } }
}
`;

const apacheHost = (port, lines) =>
	`Listen 127.0.0.1:{{${port}}}\n<VirtualHost 127.0.0.1:{{${port}}}>\n${lines}\n</VirtualHost>\n`;
const LUA = "LuaMapHandler ^/ read.lua handle";
const APACHE = `ServerRoot {{folder}}
PidFile apache.pid
ErrorLog apache.err
DefaultRuntimeDir {{folder}}
LoadModule mpm_worker_module /usr/lib/apache2/modules/mod_mpm_worker.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule lua_module /usr/lib/apache2/modules/mod_lua.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
StartServers 1
ThreadsPerChild 8
MaxRequestWorkers 8
MinSpareThreads 1
MaxSpareThreads 8
MaxConnectionsPerChild 0
User www-data
Group www-data
ServerName example.test
DocumentRoot {{folder}}
<Directory {{folder}}>
Require all granted
</Directory>
${apacheHost("route", LUA)}${apacheHost("slashesOn", `AllowEncodedSlashes On\n${LUA}`)}${apacheHost("nodecode", `AllowEncodedSlashes NoDecode\n${LUA}`)}${apacheHost("mergeOff", `MergeSlashes Off\n${LUA}`)}${apacheHost("canon", "ProxyPass / http://127.0.0.1:{{origin}}/")}${apacheHost("nocanon", "ProxyPass / http://127.0.0.1:{{origin}}/ nocanon")}${apacheHost("nocanonNodecode", "AllowEncodedSlashes NoDecode\nProxyPass / http://127.0.0.1:{{origin}}/ nocanon")}`;

const HAPROXY = `global
  maxconn 100
  expose-experimental-directives
defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 2s
frontend route
  bind 127.0.0.1:{{route}}
  http-request return status 200 content-type text/plain lf-string "%[query,hex] %[path,hex]"
frontend normalized
  bind 127.0.0.1:{{normalized}}
{{normalize}}
  http-request return status 200 content-type text/plain lf-string "%[query,hex] %[path,hex]"
frontend pass
  bind 127.0.0.1:{{pass}}
  default_backend origin
frontend passNormalized
  bind 127.0.0.1:{{passNormalized}}
{{normalize}}
  default_backend origin
backend origin
  server origin 127.0.0.1:{{origin}}
`.replaceAll(
	"{{normalize}}",
	[
		"fragment-strip",
		"percent-decode-unreserved",
		"percent-to-uppercase",
		"path-strip-dot",
		"path-strip-dotdot full",
		"path-merge-slashes",
	]
		.map((step) => `  http-request normalize-uri ${step}`)
		.join("\n"),
);

const VARNISH = `vcl 4.1;
backend origin { .host = "127.0.0.1"; .port = "{{origin}}"; }
sub vcl_recv { if (local.endpoint ~ ":{{route}}$") { return (synth(700)); } return (pass); }
sub vcl_synth { if (resp.status == 700) { set resp.status = 200; synthetic(req.url); return (deliver); } }
`;

const LIGHTTPD = `server.modules = ("mod_scgi")
server.document-root = "{{folder}}"
server.bind = "127.0.0.1"
server.port = {{route}}
server.errorlog = "{{folder}}/lighttpd.err"
scgi.server = ("/" => (("host" => "127.0.0.1", "port" => {{scgi}}, "check-local" => "disable")))
`;

const SQUID = `http_port 127.0.0.1:{{pass}} accel defaultsite=example.test no-vhost
cache_peer 127.0.0.1 parent {{origin}} 0 no-query originserver
http_access allow all
cache deny all
cache_mem 8 MB
access_log none
cache_log {{folder}}/squid.log
pid_filename {{folder}}/squid.pid
coredump_dir {{folder}}
visible_hostname example.test
pinger_enable off
`;

const ATS = {
	"etc/records.config": `CONFIG proxy.config.http.server_ports STRING {{pass}}:ipv4:ip-in=127.0.0.1
CONFIG proxy.config.admin.user_id STRING #-1
CONFIG proxy.config.http.cache.http INT 0
CONFIG proxy.config.url_remap.pristine_host_hdr INT 1
CONFIG proxy.config.url_remap.remap_required INT 1
CONFIG proxy.config.exec_thread.autoconfig INT 0
CONFIG proxy.config.exec_thread.limit INT 1
CONFIG proxy.config.diags.logfile.filename STRING stderr
CONFIG proxy.config.log.logging_enabled INT 0
`,
	"etc/remap.config": "map / http://127.0.0.1:{{origin}}/\n",
	"etc/plugin.config": "",
	"etc/storage.config": "{{folder}}/cache 16M\n",
	"etc/ip_allow.yaml": "ip_allow:\n  - apply: in\n    ip_addrs: 127.0.0.1\n    action: allow\n    methods: ALL\n",
	"runroot.yaml": `prefix: {{folder}}
exec_prefix: /usr
bindir: /usr/bin
sbindir: /usr/sbin
sysconfdir: {{folder}}/etc
datadir: {{folder}}/cache
includedir: /usr/include
libdir: /usr/lib/trafficserver
libexecdir: /usr/lib/trafficserver/modules
localstatedir: {{folder}}/run
runtimedir: {{folder}}/run
logdir: {{folder}}/log
cachedir: {{folder}}/cache
`,
};

const H2O = `num-threads: 1
error-log: {{folder}}/h2o.err
hosts:
  default:
    listen: {host: 127.0.0.1, port: {{pass}}}
    paths:
      "/":
        proxy.reverse.url: "http://127.0.0.1:{{origin}}/"
        proxy.preserve-host: ON
`;

const CADDY = `{
	admin off
	auto_https off
	persist_config off
	storage file_system {{folder}}/storage
}
http://:{{route}} {
	bind 127.0.0.1
	respond "{http.request.uri.query}
{http.request.uri.path}"
}
http://:{{matcher}} {
	bind 127.0.0.1
	@r path_regexp p (?s)^(.*)$
	respond @r "{http.request.uri.query}
{re.p.1}"
}
http://:{{pass}} {
	bind 127.0.0.1
	reverse_proxy 127.0.0.1:{{origin}}
}
`;

export const SERVERS = [
	{
		name: "nginx",
		packages: ["nginx-light"],
		version: ["nginx", "-v"],
		files: { "nginx.conf": NGINX },
		command: ["nginx", "-p", "{{folder}}", "-c", "{{folder}}/nginx.conf"],
		columns: [
			["nginx", "path", "route"],
			["nginx:merge-off", "path", "mergeOff"],
			["nginx", "sends", "pass"],
			["nginx:merge-off", "sends", "passOff"],
			["nginx:uri", "sends", "uri"],
		],
	},
	{
		name: "apache",
		packages: ["apache2"],
		version: ["apache2", "-v"],
		files: {
			"apache.conf": APACHE,
			"read.lua":
				'function handle(r) r.content_type="text/plain"; r:write((r.args or "") .. "\\n" .. r.uri); return apache2.OK end\n',
		},
		command: ["apache2", "-d", "{{folder}}", "-f", "{{folder}}/apache.conf", "-DFOREGROUND"],
		columns: [
			["apache", "path", "route"],
			["apache:slashes-on", "path", "slashesOn"],
			["apache:nodecode", "path", "nodecode"],
			["apache:merge-off", "path", "mergeOff"],
			["apache:canon", "sends", "canon"],
			["apache", "sends", "nocanon"],
			["apache:nodecode", "sends", "nocanonNodecode"],
		],
	},
	{
		name: "haproxy",
		packages: ["haproxy"],
		version: ["haproxy", "-v"],
		files: { "haproxy.cfg": HAPROXY },
		command: ["haproxy", "-f", "{{folder}}/haproxy.cfg", "-db"],
		read: inHex,
		columns: [
			["haproxy", "path", "route"],
			["haproxy:normalized", "path", "normalized"],
			["haproxy", "sends", "pass"],
			["haproxy:normalized", "sends", "passNormalized"],
		],
	},
	{
		name: "varnish",
		packages: ["varnish"],
		version: ["varnishd", "-V"],
		files: { "varnish.vcl": VARNISH },
		command: [
			..."varnishd -F -n {{folder}}/work -f {{folder}}/varnish.vcl -s malloc,16m".split(" "),
			..."-p http_req_size=65536 -p http_req_hdr_len=32768".split(" "),
			..."-p workspace_client=256k -p workspace_backend=256k".split(" "),
			..."-a 127.0.0.1:{{route}} -a 127.0.0.1:{{pass}}".split(" "),
		],
		read: (body) => ({ target: body }),
		columns: [
			["varnish", "target", "route"],
			["varnish", "sends", "pass"],
		],
	},
	{
		name: "lighttpd",
		packages: ["lighttpd"],
		version: ["lighttpd", "-v"],
		files: { "lighttpd.conf": LIGHTTPD },
		command: ["lighttpd", "-D", "-f", "{{folder}}/lighttpd.conf"],
		columns: [["lighttpd", "path", "route"]],
	},
	{
		name: "squid",
		packages: ["squid"],
		version: ["squid", "-v"],
		files: { "squid.conf": SQUID },
		command: ["squid", "-N", "-f", "{{folder}}/squid.conf"],
		columns: [["squid", "sends", "pass"]],
	},
	{
		name: "ats",
		packages: ["trafficserver"],
		version: ["traffic_server", "-V"],
		files: ATS,
		folders: ["run", "log", "cache"],
		command: ["traffic_server", "--run-root={{folder}}/runroot.yaml"],
		columns: [["ats", "sends", "pass"]],
	},
	{
		name: "h2o",
		packages: ["h2o"],
		version: ["h2o", "-v"],
		files: { "h2o.conf": H2O },
		command: ["h2o", "-c", "{{folder}}/h2o.conf"],
		columns: [["h2o", "sends", "pass"]],
	},
	{
		name: "caddy",
		go: "github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.7",
		version: ["{{bin}}/caddy", "version"],
		files: { Caddyfile: CADDY },
		command: ["{{bin}}/caddy", "run", "--adapter", "caddyfile", "--config", "{{folder}}/Caddyfile"],
		columns: [
			["caddy", "path", "route"],
			["caddy:matcher", "path", "matcher"],
			["caddy", "sends", "pass"],
		],
	},
	{
		name: "go",
		goProgram: "readers.go",
		version: ["go", "version"],
		command: ["{{bin}}/readers", "{{handler}}", "{{mux}}"],
		columns: [
			["go", "path", "handler"],
			["go:mux", "path", "mux"],
		],
	},
	{
		name: "node",
		npm: true,
		version: ["node", "--version"],
		command: ["node", "{{packages}}/routers.mjs", "{{express}}", "{{fastify}}"],
		columns: [
			["express", "path", "express"],
			["fastify", "path", "fastify"],
		],
	},
	{
		name: "python",
		pip: true,
		version: ["{{venv}}/bin/python", "--version"],
		command: ["{{venv}}/bin/python", "{{programs}}/routers.py", "{{starlette}}", "{{aiohttp}}", "{{werkzeug}}"],
		columns: [
			["starlette", "path", "starlette"],
			["aiohttp", "path", "aiohttp"],
			["werkzeug", "path", "werkzeug"],
		],
	},
	{
		name: "tomcat",
		maven: "Tomcat.java",
		version: ["java", "-cp", "{{jars}}/*", "org.apache.catalina.util.ServerInfo"],
		command: ["java", "-cp", "{{jars}}/*:{{jars}}", "Tomcat", "{{route}}", "{{folder}}"],
		columns: [["tomcat", "path", "route"]],
	},
];

/** Returns a column's value from a response. */
export function readingOf({ read = plain }, what, { status, location, body }) {
	if (status >= 300 && status < 400) return { status, location };
	if (status !== 200) return { status };
	return what === "sends" ? { target: body } : read(body);
}
