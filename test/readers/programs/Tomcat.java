import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.Context;

/** Tomcat, which writes the query and the path that it has routed on. Arguments: a port and a folder. */
public class Tomcat {
	public static void main(String[] args) throws Exception {
		org.apache.catalina.startup.Tomcat tomcat = new org.apache.catalina.startup.Tomcat();
		tomcat.setBaseDir(args[1]);
		tomcat.setPort(Integer.parseInt(args[0]));
		tomcat.getConnector().setProperty("address", "127.0.0.1");
		tomcat.getConnector().setProperty("maxHttpRequestHeaderSize", "65536");
		Context context = tomcat.addContext("", new File(args[1]).getAbsolutePath());
		org.apache.catalina.startup.Tomcat.addServlet(context, "read", new HttpServlet() {
			@Override
			protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
				String rest = request.getPathInfo() == null ? "" : request.getPathInfo();
				String query = request.getQueryString() == null ? "" : request.getQueryString();
				response.setContentType("text/plain");
				response.getOutputStream().write((query + "\n" + request.getServletPath() + rest).getBytes(StandardCharsets.UTF_8));
			}
		});
		context.addServletMappingDecoded("/*", "read");
		tomcat.start();
		tomcat.getServer().await();
	}
}
