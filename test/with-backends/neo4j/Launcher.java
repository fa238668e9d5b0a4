import java.nio.file.Files;
import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.configuration.ssl.SslPolicyConfig;
import org.neo4j.configuration.ssl.SslPolicyScope;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** A Neo4j on a loopback port: the folder of its data, the port, then `secure` where it takes TLS and names alone. */
public class Launcher {
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    var builder = new DatabaseManagementServiceBuilder(folder)
        .setConfig(BoltConnector.enabled, true)
        .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", Integer.parseInt(args[1])));
    if (args.length > 2) {
      SslPolicyConfig bolt = SslPolicyConfig.forScope(SslPolicyScope.BOLT);
      builder
          .setConfig(GraphDatabaseSettings.auth_enabled, true)
          .setConfig(BoltConnector.encryption_level, BoltConnector.EncryptionLevel.REQUIRED)
          .setConfig(bolt.enabled, true)
          .setConfig(bolt.base_directory, folder)
          .setConfig(bolt.private_key, Path.of("key.pem"))
          .setConfig(bolt.public_certificate, Path.of("cert.pem"));
    }
    builder.build();
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
