import java.io.FileOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/** Drives the HTTP clients of Java. `Drive CLIENT URLS`; those of Maven are compiled with it if their classes are there. */
public class Drive {
	interface Get {
		void get(String url) throws Throwable;
	}

	static final Duration TIME = Duration.ofSeconds(2);

	public static void main(String[] args) throws Throwable {
		Get client = switch (args[0]) {
			case "httpclient" -> httpClient();
			case "urlconnection" -> Drive::connection;
			default -> (Get) Class.forName(args[0]).getDeclaredMethod("make").invoke(null);
		};
		try (var log = new FileOutputStream(System.getenv("REC_LOG"), true)) {
			int index = 0;
			for (String line : Files.readAllLines(Path.of(args[1]))) {
				String url = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
				note(log, "U " + index++);
				note(log, "E " + attempt(client, url));
			}
		}
		System.exit(0);
	}

	static String attempt(Get client, String url) {
		try {
			client.get(url);
			return "-";
		} catch (Throwable error) {
			String text = (error.getClass().getSimpleName() + " " + error.getMessage()).replaceAll("\\s+", " ");
			return text.substring(0, Math.min(100, text.length()));
		}
	}

	static void note(FileOutputStream log, String line) throws IOException {
		log.write((line + "\n").getBytes(StandardCharsets.UTF_8));
	}

	static Get httpClient() {
		var client = HttpClient.newBuilder().connectTimeout(TIME).version(HttpClient.Version.HTTP_1_1).build();
		return url -> client.send(HttpRequest.newBuilder(URI.create(url)).timeout(TIME).build(), HttpResponse.BodyHandlers.ofString());
	}

	static void connection(String url) throws IOException {
		var connection = (HttpURLConnection) new URL(url).openConnection();
		connection.setConnectTimeout((int) TIME.toMillis());
		connection.setReadTimeout((int) TIME.toMillis());
		connection.setInstanceFollowRedirects(false);
		connection.getResponseCode();
		connection.disconnect();
	}
}
