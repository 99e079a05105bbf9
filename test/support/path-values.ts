/** What shapes classify, or almost do. Texts with a space between. */

/** Values of paths. */
export const PATH_VALUES =
	"2013 1899 2099 05 31 32 2013-05-07 2013_05 07.05.2013 2013-13-07 20130507 20131301 2013-05-07T10:30:00.5Z 20130507t1030 2013-05-07T10%3A30+02:00 May sept december " +
	"123e4567-e89b-12d3-a456-426614174000 deadbeef-cafe-babe-dead-beefdeadbeef 123E4567-E89B-12D3-A456-4266141740001 10.0.0.1 256.0.0.1 1.5 1.2.3 -12 +5 -3.14 " +
	"bob.x+y@mail.example bob%40mail.example @alice a@b {int} { } deadbeef decade80 iD6HeVL iPhone5 LaTeX Ab3_x9Qk2Z p1 PAGE12 pg3 id7 v2 mp3 covid19 300x250 " +
	"%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2 %C3%A9 %2F %zz é 漢漢漢漢漢漢漢漢 ;v=1 ;123 ;";
export const PATH_WORDS =
	"a of the quick brown fox terms conditions about About US WordPress sitemap sentence category representation";
/** What is between two of them. */
export const PATH_JOINTS = "- - - - _ . + -- -. .- ~ , : %20 %2C";
export const EXTENSIONS = ".html .jpg .7z .mp3 .tar.gz .jsonlx .5x .";
/** Pieces of a query. */
export const PATH_NAMES = "a a= b=1 id=122 a[2]= a[x]=1 b%5B13%5d=1 [1]= {x}=1 = 123 the-quick-brown-fox 2013-05-07 c=1";
