# Drives the HTTP clients of Ruby. ruby.rb CLIENT URLS
$VERBOSE = nil
require "net/http"
require "open-uri"

TIME = 2
CLIENTS = {
  "net-http" => lambda {
    lambda do |url|
      uri = URI(url)
      options = { use_ssl: uri.scheme == "https", open_timeout: TIME, read_timeout: TIME, max_retries: 0 }
      Net::HTTP.start(uri.hostname, uri.port, options) { |http| http.request(Net::HTTP::Get.new(uri)) }
    end
  },
  "open-uri" => lambda {
    ->(url) { URI.open(url, open_timeout: TIME, read_timeout: TIME, redirect: false).read }
  },
  "httparty" => lambda {
    require "httparty"
    ->(url) { HTTParty.get(url, timeout: TIME, follow_redirects: false) }
  },
  "http-rb" => lambda {
    require "http"
    ->(url) { HTTP.timeout(TIME).get(url).to_s }
  },
}

client, urls = ARGV
log = File.open(ENV["REC_LOG"], "ab")
get = CLIENTS[client].call
lines = File.readlines(urls, chomp: true)
Dir.chdir(ENV["REC_DIR"])
lines.each_with_index do |hex, index|
  log.syswrite("U #{index}\n")
  begin
    get.call([hex].pack("H*").force_encoding("UTF-8"))
    log.syswrite("E -\n")
  rescue Exception => error
    raise if error.is_a?(Interrupt)
    log.syswrite("E #{error.class} #{error.message.b.gsub(/\s+/, " ")[0, 100]}\n".b)
  end
end
