/**
 * Sentences that mean something else once the two parts in braces are swapped; `left | right` gives both sentences if more than that
 * changes. They were written before the guard that they test.
 */
export const SWAPPED_ENGLISH = `
{The user} owes money to {Nico}
{User}'s sister is married to {Lee}
{The user} lent {Marta} 200 dollars
{Ana} sold the car to {the user}
{The user} taught {Priya} how to drive
{User} is taller than {his brother}
{The user} reports to {Grace}
{Tom}'s lawyer is suing {the user}
{The user} was invited by {Omar}
{Karen} was fired by {the user}
{User} follows {Elena} on Instagram
{The user}'s dog bit {Hugo}
User prefers {trains} over {planes}
User would rather have {tea} than {coffee}
User moved from {Boston} to {Denver}
User commutes from {Oakland} to {San Jose}
User has {two} dogs and {three} cats
User bought {four} chairs and {six} lamps
User paid {30} dollars for lunch and {45} for dinner
User works {3} days at home and {2} at the office
User's {mother} is a nurse and his {father} is a pilot
User's {son} plays chess and his {daughter} plays tennis
{Paula} is older than {Jorge}
{Dogs} scare {cats}
{User} told {Sam} the secret
{Sam} asked {the user} for help
{User} borrowed a bike from {Nina}
{User} got a letter from {Diego}
User sends {Rosa} photos of {Bruno}
User introduced {Lily} to {Max}
User gave {Ivan} the keys of {Petra}
{Mia} is the boss of {the user}
{The user} is the godfather of {Leo}
{Carla} is {Pablo}'s mother
{The user}'s landlord is the cousin of {Eric}
{User} trusts {Dana} more than anyone
User likes {jazz} more than {rock}
User spends more on {rent} than on {food}
User loves {winter} but hates {summer}
User eats {fish} but not {pork}
User is allergic to {nuts}, not to {eggs}
Ana said that the user didn't come | Ana didn't say that the user came
User thinks Leo will not pay | User doesn't think Leo will pay
{Luke} works for {Rachel}
{Luke} works with the brother of {Rachel}
Who did {Ana} call before {Luis}?
Who helped the user? | Who did the user help?
Does {the user} owe {Nico} money?
How much does {Nico} owe {the user}?
Why did {Emma} leave {Oscar}?
When did {the user} visit {Emma}?
Is {Peru} bigger than {Chile}?
How do I convert {PDF} to {Word}?
How do I move files from {Dropbox} to {Drive}?
How do I copy {contacts} into {the calendar}?
Can {Ana} see the files of {Luis}?
Should I learn {Rust} before {Go}?
{User} beat {Greg} at chess
{The user} was beaten by {Greg}
{Greg} was introduced to {Hanna} by the user
User was hired by Acme | User hired Acme
User was promoted | User promoted
User was called by Iris | User called Iris
{The red car} hit {the blue truck}
{The bank} owes {the user} a refund
{The user}'s company bought {Initech}
{Initech} replaced {Globex} as supplier
User replaced {his laptop} with {a tablet}
User swapped {the piano} for {a guitar}
User turned {the garage} into {a studio}
User put {the table} on {the rug}
User keeps {the spare key} under {the plant}
User parks {the car} behind {the van}
User walks from {the station} to {the office}
{Ana} lives next to {Marcos}
{Ana} arrived after {Marcos}
User takes {vitamins} before {breakfast}
User drinks {water} after {wine}
User reads {the news} while having {dinner}
Because {Ana} left, {Luis} cried
If {Ana} comes, {Luis} goes home
User cooks when {Ana} sings and {Luis} dances
{Ana} wants {Luis} to apologize
{The user} promised {Ana} to quit smoking
{Ana} persuaded {the user} to travel
{Ana} lets {the kids} sleep in {the tent}
User's {white} cat is called Kiwi and the {black} cat is called Mango
User owns a {red} bike and a {green} scooter
User wears a {black} shirt with {white} trousers
User has a {small} house and a {big} garden
User's {first} wife is Ana and his {second} wife is Eva
User's {left} knee is fine and his {right} ankle hurts
User's {older} brother is Tim and the {younger} is Jim
User adopted a {brown} dog and a {grey} cat
{Ana} knows that {Luis} lied
{Ana} thinks {Luis} is lazy
{Ana} heard {Luis} laugh
{Ana} saw {the user} steal the bread
{Ana} said {the user} would pay
User thinks {Ana} knows about {Luis}
{Ana}'s son goes to school with {Luis}'s daughter
{Ana}'s doctor is {Luis}'s neighbor
{Ana}'s husband taught {Luis}'s wife
{Ana} gave her dog to {Luis}
{Ana} bought {Luis}'s flat
She told him the truth | He told her the truth
He left her for good | She left him for good
They follow us everywhere | We follow them everywhere
I owe you five dollars | You owe me five dollars
I call her on Sundays | She calls me on Sundays
You taught me to cook | I taught you to cook
{My boss} hates {my wife}
{My cousin} rents a room to {my friend}
{The cat} sleeps on {the dog}
{The teacher} praised {the student}
{The nurse} called {the doctor}
{The lawyer} advised {the judge}
{The hunter} saved {the wolf}
{The manager} respects {the intern}
{Spain} beat {Italy} two to one
Spain beat Italy {three} to {one}
{Real Madrid} won against {Chelsea}
{Coffee} keeps {milk} warm
{Python} is written in {C}
{Tea} is cheaper than {juice}
{Mondays} are worse than {Fridays}
{The sofa} costs less than {the bed}
{The sofa} costs 300 and {the bed} 500
The meeting with {Ana} is on {Monday}, the one with {Luis} on {Tuesday}
User flies to {Rome} on Monday and to {Paris} on Friday
User pays {Ana} 10 dollars and {Luis} 20
User met {Ana} in 2010 and {Luis} in 2015
Ana is {30} and Luis is {35}
{Ana} turned {Luis} down
{Ana} depends on {Luis}
{Ana} is jealous of {Luis}
{Ana} is afraid of {the neighbor}
{Ana} is in love with {Luis}
{Ana} takes after {her aunt}
{Ana} apologized to {Luis}
{Ana} learned Greek from {Luis}
{Ana} got divorced from {Luis}
{Ana} inherited the house of {Luis}
{Ana} named the baby after {Luis}
User translates {English} into {French}
User exports data from {Excel} to {SAP}
User upgraded from {basic} to {premium}
User converts {dollars} to {euros}
User switched from {Vim} to {Emacs}
User changed {sugar} for {honey}
User got rid of {the bike} to keep {the car}
User traveled with {Ana} to meet {Luis}
User wants {Ana} to call {Luis}
User sees {Ana} as a friend of {Luis}
User wrote a letter to Ana | User wrote a letter from Ana
User ran to the station | User ran from the station
User works for his father | User works with his father
Animals are dogs | Dogs are animals
{Every student} read {one book}
All users did not pay | Not all users paid
`;
