import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.util.Timeout;

/** The clients of Maven: each class has a method `make`. */
class OkHttp {
	static Drive.Get make() {
		var client = new OkHttpClient.Builder()
			.callTimeout(Drive.TIME.toMillis(), TimeUnit.MILLISECONDS)
			.followRedirects(false)
			.retryOnConnectionFailure(false)
			.connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
			.build();
		return url -> {
			try (var response = client.newCall(new Request.Builder().url(url).build()).execute()) {
				response.body().bytes();
			}
		};
	}
}

class HttpClient5 {
	static Drive.Get make() {
		var time = Timeout.ofMilliseconds(Drive.TIME.toMillis());
		var config = RequestConfig.custom().setConnectTimeout(time).setResponseTimeout(time).build();
		var builder = HttpClients.custom().disableAutomaticRetries().disableRedirectHandling().setDefaultRequestConfig(config);
		return url -> {
			try (var client = builder.build()) {
				client.execute(new HttpGet(url), response -> null);
			}
		};
	}
}
