/** A hundred pairs that say the same, as agents store the same thing twice. They were written before the guard that they measure. */
export const PARAPHRASES = `
User likes sushi | The user likes sushi.
User enjoys hiking | User loves hiking
The user is vegan | User is a vegan
User lives in Boston | I live in Boston
User has a cat named Olive | The user has a cat called Olive
User's wife is called Nora | The user's wife is named Nora
User works as a teacher | User is a teacher
User bought a motorcycle | The user purchased a motorcycle
User doesn't drink alcohol | User does not drink alcohol
User hasn't been to Canada | User has never been to Canada
User plays the piano and the violin | User plays the violin and the piano
User speaks Greek, Turkish and Arabic | User speaks Arabic, Greek and Turkish
On Sundays the user goes to church | The user goes to church on Sundays
User goes to yoga every Tuesday | Every Tuesday the user goes to yoga
User is currently studying law | User is studying law
User really likes spicy food | User likes spicy food
User's favorite movie is Alien | Alien is the user's favorite movie
User's favourite food is pizza | User's favorite food is pizza
User has 3 brothers | User has three brothers
User was born on March 4, 1988 | User was born on 1988-03-04
User's salary is $5,000 | User's salary is 5000 dollars
User wakes up at 6 am | The user wakes up at 6:00
User prefers window seats over aisle seats | User prefers window seats to aisle seats
User would like to learn Italian | User wants to learn Italian
User's mom lives in Ohio | User's mother lives in Ohio
User is afraid of spiders | User is scared of spiders
User no longer eats sugar | User stopped eating sugar
User hates onions | User dislikes onions
User owes Nico money | The user owes Nico money
User's sister is married to Lee | The user's sister is married to Lee
Ana is the user's boss | The user's boss is Ana
User's brother Tim lives in Austin | The user's brother Tim lives in Austin
User wants to buy a big house | User wishes to buy a large house
User runs 5 km every day | User runs 5 km daily
User takes the bus to work | The user takes the bus to work.
User's phone number ends in 42 | The user's phone number ends in 42
User is allergic to shellfish | User has a shellfish allergy
User works at Siemens | The user currently works at Siemens
User lives with her parents | User lives with their parents
User moved from Boston to Denver in 2019 | In 2019 the user moved from Boston to Denver
User drives a red car | User drives a red automobile
User's son starts school in September | In September the user's son starts school
User also collects stamps | User collects stamps
User can't ride a bike | User cannot ride a bike
How do I cancel my order? | How can I cancel my order
Where is the nearest pharmacy? | where is the nearest pharmacy
User often cooks pasta | User frequently cooks pasta
User's flight leaves at 9 pm | User's flight leaves at 21:00
User is married and has two kids | User is married and has 2 children
User never smokes | User doesn't smoke
Le gusta el sushi | Al usuario le gusta el sushi.
Le encanta caminar | Le gusta caminar
El usuario es vegano | Es vegano
Vive en Boston | El usuario vive en Boston
Tiene un gato que se llama Oliva | Tiene un gato llamado Oliva
Su esposa se llama Nora | Su mujer se llama Nora
Trabaja como maestra | Es maestra
Compró una moto | El usuario compró una moto.
No bebe alcohol | El usuario no bebe alcohol
Nunca estuvo en Canadá | No estuvo nunca en Canadá
Toca el piano y el violín | Toca el violín y el piano
Habla griego, turco y árabe | Habla árabe, griego y turco
Los domingos va a misa | Va a misa los domingos
Va a yoga todos los martes | Todos los martes va a yoga
Actualmente estudia derecho | Estudia derecho
Le gusta mucho la comida picante | Le gusta la comida picante
Su película favorita es Alien | Alien es su película favorita
Su comida favorita es la pizza | La pizza es su comida favorita
Tiene 3 hermanos | Tiene tres hermanos
Nació el 4 de marzo de 1988 | El usuario nació el 4 de marzo de 1988
Su sueldo es de 5.000 euros | Su sueldo es de 5000 euros
Se levanta a las 6 de la mañana | Se levanta a las 6:00
Prefiere el campo a la ciudad | Prefiere el campo antes que la ciudad
Le gustaría aprender italiano | Quiere aprender italiano
Su mamá vive en Salta | Su madre vive en Salta
Tiene miedo a las arañas | Le teme a las arañas
Ya no come azúcar | Dejó de comer azúcar
Odia la cebolla | Detesta la cebolla
Le debe plata a Nico | El usuario le debe plata a Nico
Su hermana está casada con Lee | La hermana del usuario está casada con Lee
Ana es su jefa | Su jefa es Ana
Su hermano Tomi vive en Mendoza | El hermano del usuario, Tomi, vive en Mendoza
Quiere comprar una casa | Desea comprar una casa
Corre 5 km todos los días | Corre 5 km por día
Va al trabajo en colectivo | El usuario va al trabajo en autobús
Su teléfono termina en 42 | El teléfono del usuario termina en 42
Es alérgico a los mariscos | Tiene alergia a los mariscos
Trabaja en Siemens | Actualmente trabaja en Siemens
Vive con sus padres | El usuario vive con sus padres
Se mudó de Rosario a Córdoba en 2019 | En 2019 se mudó de Rosario a Córdoba
Maneja un auto rojo | Maneja un coche rojo
Su hijo empieza la escuela en marzo | En marzo su hijo empieza la escuela
También colecciona estampillas | Colecciona estampillas
No sabe andar en bici | El usuario no sabe andar en bici
¿Cómo cancelo mi pedido? | ¿Cómo puedo cancelar mi pedido?
¿Dónde queda la farmacia más cercana? | donde queda la farmacia mas cercana
A menudo cocina pasta | Cocina pasta a menudo
Su vuelo sale a las 9 de la noche | Su vuelo sale a las 21:00
Está casado y tiene dos hijos | Está casado y tiene 2 hijos
Nunca fuma | No fuma
`;
