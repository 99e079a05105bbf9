<?php
/* Drives the HTTP clients of PHP. php.php CLIENT URLS */
const TIME = 2;

function stream($url) {
	$context = stream_context_create(["http" => ["timeout" => TIME, "follow_location" => 0]]);
	if (file_get_contents($url, false, $context) === false) throw new Exception(error_get_last()["message"] ?? "failed");
}

function curl($url) {
	$curl = curl_init();
	curl_setopt_array($curl, [CURLOPT_URL => $url, CURLOPT_TIMEOUT => TIME, CURLOPT_RETURNTRANSFER => true, CURLOPT_NOSIGNAL => 1]);
	if (curl_exec($curl) === false) throw new Exception(curl_error($curl));
}

function guzzle($url) {
	static $client;
	$client ??= new GuzzleHttp\Client(["timeout" => TIME, "allow_redirects" => false]);
	$client->get($url);
}

[, $client, $urls] = $argv;
error_reporting(0);
if ($client === "guzzle") require_once "GuzzleHttp/autoload.php";
$note = fn($line) => file_put_contents(getenv("REC_LOG"), "$line\n", FILE_APPEND);
// A URL without a scheme is a file for PHP.
$lines = file($urls, FILE_IGNORE_NEW_LINES);
chdir(getenv("REC_DIR"));
foreach ($lines as $index => $hex) {
	$note("U $index");
	try {
		$client(hex2bin($hex));
		$note("E -");
	} catch (Throwable $error) {
		$note("E " . substr(preg_replace('/\s+/', " ", $error->getMessage()), -100));
	}
}
