# Drives the HTTP clients of Perl. perl.pl CLIENT URLS
use strict;
use warnings;
no warnings;

my $TIME = 2;
my %CLIENTS = (
	'lwp' => sub {
		require LWP::UserAgent;
		my $agent = LWP::UserAgent->new(timeout => $TIME, max_redirect => 0);
		return sub { my $response = $agent->get($_[0]); die $response->status_line unless $response->is_success };
	},
	'http-tiny' => sub {
		require HTTP::Tiny;
		my $agent = HTTP::Tiny->new(timeout => $TIME, max_redirect => 0, keep_alive => 0);
		return sub { my $response = $agent->get($_[0]); die "$response->{status} $response->{content}" unless $response->{success} };
	},
	'mojo' => sub {
		require Mojo::UserAgent;
		my %options = (connect_timeout => $TIME, request_timeout => $TIME, max_redirects => 0);
		# It takes characters; the others take octets.
		return sub {
			my $url = $_[0];
			utf8::decode($url);
			my $error = Mojo::UserAgent->new(%options)->get($url)->error;
			die $error->{message} if $error;
		};
	},
);

my ($client, $urls) = @ARGV;
open my $log, ">>:unix", $ENV{REC_LOG} or die;
open my $lines, "<", $urls or die;
my $get = $CLIENTS{$client}->();
my $index = 0;
while (my $hex = <$lines>) {
	chomp $hex;
	syswrite $log, "U " . $index++ . "\n";
	my $end = eval { local $SIG{ALRM} = sub { die "hang" }; alarm 3 * $TIME; $get->(pack "H*", $hex); alarm 0; 1 } ? "-" : $@;
	alarm 0;
	$end =~ s/\s+/ /g;
	utf8::encode($end) if utf8::is_utf8($end);
	syswrite $log, "E " . substr($end, 0, 100) . "\n";
}
