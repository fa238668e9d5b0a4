/**
 * Pairs of texts as agents store and users ask them, with the difference between them, or `same` if there is none. DEVELOPED was looked at
 * while the guard was written; HELD_OUT was written before it and only measured.
 */

export type Pair = {
  readonly language: 'en' | 'es';
  readonly truth: 'same' | 'different';
  readonly left: string;
  readonly right: string;
};

export const DEVELOPED = pairs(`
en same | User enjoys skiing | User likes skiing
en same | User likes coffee | The user really likes coffee.
en same | I live in Madrid | The user lives in Madrid
en same | User has two children | User has 2 kids
en same | The meeting starts at 7 pm | The meeting begins at 19:00
en same | User doesn't eat meat | User does not eat meat
en same | User never eats meat | User doesn't eat meat
en same | User hates cilantro | User dislikes cilantro
en same | User does not like cilantro | User dislikes cilantro
en same | User prefers tea over coffee | User prefers tea to coffee
en same | User likes tea and coffee | User likes coffee and tea
en same | In Lima, the user works as a nurse | The user works as a nurse in Lima
en same | The user's favourite colour is blue | Blue is the user's favorite color
en same | How do I reset my password? | how can I reset my password
en same | Can you tell me how to reset my password? | How do I reset my password?
en same | What is the capital of France? | Tell me what the capital of France is
en same | User bought a new car | User purchased a new car
en same | User's wife is called Ana | User's wife is named Ana
en same | User is allergic to peanuts | User has a peanut allergy
en same | The user is a software engineer | User works as a software engineer
en same | User owns a dog called Rex | User has a dog named Rex
en same | User's budget is $1,500 | User's budget is 1500 dollars
en same | User was born on May 12, 1990 | User was born on 1990-05-12
en same | User runs every Monday and Friday | The user runs every Friday and Monday
en same | user is learning to play the guitar | User is learning guitar
en same | User would like to visit Japan | User wants to visit Japan
en same | User isn't married | The user is not married
en same | User can't swim | User cannot swim
en same | User's flight from Lima to Quito is on Tuesday | On Tuesday the user has a flight from Lima to Quito
en same | User lives with his parents | User lives with their parents
en different | User likes coffee | User doesn't like coffee
en different | User likes coffee | User dislikes coffee
en different | User eats meat | User never eats meat
en different | User drinks coffee with sugar | User drinks coffee without sugar
en different | User eats fish but not meat | User eats meat but not fish
en different | User has two children | User has three children
en different | User's budget is $1,500 | User's budget is $15,000
en different | User runs 5 km a day | User runs 5 miles a day
en different | The meeting is on Monday | The meeting is on Tuesday
en different | The meeting is at 7 am | The meeting is at 7 pm
en different | User was born in May 1990 | User was born in March 1990
en different | The appointment is tomorrow | The appointment was yesterday
en different | User lives in Madrid | User lives in Barcelona
en different | User's wife is called Ana | User's sister is called Ana
en different | Ana calls Luis every day | Luis calls Ana every day
en different | User's flight goes from Lima to Quito | User's flight goes from Quito to Lima
en different | User prefers tea over coffee | User prefers coffee over tea
en different | User owns more dogs than cats | User owns more cats than dogs
en different | The dog bit the cat | The cat bit the dog
en different | How do I enable notifications? | How do I disable notifications?
en different | How do I log in? | How do I log out?
en different | The shop opens at nine | The shop closes at nine
en different | User likes hot weather | User likes cold weather
en different | User arrived before lunch | User arrived after lunch
en different | User is allergic to peanuts | User is allergic to shellfish
en different | Where did Ana go? | When did Ana go?
en different | User used to smoke | User smokes
en different | User lives in Paris | User lived in Paris
en different | User always takes the bus | User sometimes takes the bus
en different | User's brother is older | User's brother is younger
en different | He works at the bank | She works at the bank
en different | Increase the volume | Decrease the volume
en different | User can swim | User cannot swim
en different | User no longer works at Acme | User works at Acme
en different | User stopped drinking alcohol | User started drinking alcohol
en different | User wants a window seat | User wants an aisle seat
en different | What is the capital of France? | What is the capital of Spain?
en different | Ana and Luis hit Eva | Ana hit Luis and Eva
en different | Ana called Luis and Eva cried | Ana called Eva and Luis cried
en different | User has black dogs and cats | User has black cats and dogs
en different | After Ana left Luis cried | After Luis left Ana cried
en different | User's friend called Luis | User has a friend called Luis
en different | Ana scares Luis | Ana fears Luis
en different | User was invited | User invited
en different | User likes tea or coffee | User likes tea and coffee
en same | What is the name of my dog? | What is my dog's name?
en different | What is the name of Ana's dog? | What is the dog of Ana's name?
en same | Ana cried after Luis left | After Luis left, Ana cried
en same | User adores Ana's dog and cat | User loves Ana's cat and dog
es same | Al usuario le gusta esquiar | Al usuario le encanta esquiar
es same | Vivo en Madrid | El usuario vive en Madrid
es same | No come carne | El usuario no come carne
es same | No come nunca carne | Nunca come carne
es same | Tiene dos hijos | Tiene 2 hijos
es same | La reunión empieza a las 19:00 | La reunión comienza a las 7 de la tarde
es same | Le gusta el café y el té | Le gusta el té y el café
es same | Odia el cilantro | No le gusta el cilantro
es same | Detesta el cilantro | Odia el cilantro
es same | ¿Cómo cambio mi contraseña? | como puedo cambiar mi contraseña
es same | ¿Cuál es la capital de Francia? | Decime cuál es la capital de Francia
es same | Compró un auto nuevo | Ha comprado un coche nuevo
es same | Su esposa se llama Ana | El nombre de su mujer es Ana
es same | Trabaja como enfermera en Lima | En Lima trabaja como enfermera
es same | Es alérgico a los cacahuates | Es alérgica a los cacahuates
es same | Su presupuesto es de 1.500 euros | Tiene un presupuesto de 1500 euros
es same | Nació el 12 de mayo de 1990 | Nació el 1990-05-12
es same | Corre los lunes y los viernes | Corre los viernes y los lunes
es same | Quiere visitar Japón | Le gustaría visitar Japón
es same | Prefiere el té al café | Prefiere el té antes que el café
es same | Tiene una perra que se llama Luna | Tiene una perra llamada Luna
es same | Su color favorito es el azul | El azul es su color favorito
es same | Está aprendiendo a tocar la guitarra | Aprende a tocar guitarra
es same | Ya no fuma | Dejó de fumar
es same | Es ingeniero de software | Trabaja como ingeniero de software
es different | Le gusta el café | No le gusta el café
es different | Le encanta el picante | Odia el picante
es different | Come carne | Nunca come carne
es different | Toma el café con azúcar | Toma el café sin azúcar
es different | Come pescado pero no carne | Come carne pero no pescado
es different | Tiene dos hijos | Tiene tres hijos
es different | Su presupuesto es de 1.500 euros | Su presupuesto es de 15.000 euros
es different | La cita es el lunes | La cita es el martes
es different | La cena es a las 8 de la mañana | La cena es a las 8 de la noche
es different | Nació en mayo de 1990 | Nació en marzo de 1990
es different | El examen es mañana | El examen fue ayer
es different | Vive en Madrid | Vive en Barcelona
es different | Vive en Rosario | Vivía en Rosario
es different | Su esposa se llama Ana | Su hermana se llama Ana
es different | Ana llama a Luis todos los días | Luis llama a Ana todos los días
es different | El vuelo va de Lima a Quito | El vuelo va de Quito a Lima
es different | Prefiere el té al café | Prefiere el café al té
es different | Tiene más perros que gatos | Tiene más gatos que perros
es different | El perro mordió al gato | El gato mordió al perro
es different | ¿Cómo activo las notificaciones? | ¿Cómo desactivo las notificaciones?
es different | La tienda abre a las nueve | La tienda cierra a las nueve
es different | Le gusta el frío | Le gusta el calor
es different | Llegó antes del almuerzo | Llegó después del almuerzo
es different | Es alérgico a los cacahuates | Es alérgico a los mariscos
es different | ¿Dónde nació Ana? | ¿Cuándo nació Ana?
es different | Ya no trabaja en Acme | Trabaja en Acme
es different | Siempre toma el colectivo | A veces toma el colectivo
es different | Su hermano es mayor | Su hermano es menor
es different | Él trabaja en el banco | Ella trabaja en el banco
es different | Sube el volumen | Baja el volumen
es different | Sabe nadar | No sabe nadar
es different | Dejó de beber alcohol | Empezó a beber alcohol
es different | ¿Cuál es la capital de Francia? | ¿Cuál es la capital de España?
es different | Tiene perros y gatos negros | Tiene gatos y perros negros
es different | Me debe plata | Debo plata
es different | Nico le debe plata | Nico debe plata
es different | Le gusta a Ana | Le gusta Ana
es different | Su jefe es el hermano de Ana | Su hermano es el jefe de Ana
es same | Su hermano es el jefe de Ana | El jefe de Ana es su hermano
es same | Me gusta el mar | Le gusta el mar
`);

export const HELD_OUT = pairs(`
en same | User adores jazz | User loves jazz
en same | User is a vegetarian | The user is vegetarian
en same | User's birthday is on June 3rd | User's birthday is the 3rd of June
en same | User doesn't own a car | User does not have a car
en same | User goes to the gym three times a week | User goes to the gym 3 times per week
en same | What time does the store open? | at what time does the store open
en same | User speaks English and French | User speaks French and English
en same | User is currently living in Berlin | User lives in Berlin
en same | I'm scared of heights | User is afraid of heights
en same | User's son is twelve years old | User's son is 12 years old
en same | User's mother lives in Rome | The user's mom lives in Rome
en same | User takes the train to work on Fridays | On Fridays the user takes the train to work
en same | How can I delete my account? | How do I remove my account?
en same | User's cat is named Milo | User's cat is called Milo
en same | User has never been to Asia | User hasn't been to Asia
en same | User's rent is 1,200 euros a month | User's rent is 1200 euros a month
en different | User trusts his doctor | User doesn't trust his doctor
en different | User's son is twelve years old | User's son is ten years old
en different | User's rent is 1,200 euros a month | User's rent is 1,200 dollars a month
en different | The deadline is June 3rd | The deadline is July 3rd
en different | User flies out on Saturday | User flies out on Sunday
en different | Marta lent money to Pedro | Pedro lent money to Marta
en different | User wants to turn on dark mode | User wants to turn off dark mode
en different | User works for Google | User works for Apple
en different | The new office is bigger than the old one | The old office is bigger than the new one
en different | User is afraid of heights | User is not afraid of heights
en different | User rarely cooks at home | User often cooks at home
en different | User was a teacher | User is a teacher
en different | User translates from German into Spanish | User translates from Spanish into German
en different | Who invited Marta? | Who did Marta invite?
en different | User's left knee hurts | User's right knee hurts
en different | User accepted the job offer | User rejected the job offer
en different | How do I export my contacts? | How do I import my contacts?
en different | User's cheapest option is the train | User's most expensive option is the train
es same | Adora el jazz | Le encanta el jazz
es same | Su cumpleaños es el 3 de junio | Cumple años el tres de junio
es same | No tiene auto | No tiene coche
es same | Va al gimnasio tres veces por semana | Va al gimnasio 3 veces a la semana
es same | Habla inglés y francés | Habla francés e inglés
es same | Actualmente vive en Berlín | Vive en Berlín
es same | Tiene miedo a las alturas | Le dan miedo las alturas
es same | Su mamá vive en Roma | Su madre vive en Roma
es same | Los viernes va al trabajo en tren | Va al trabajo en tren los viernes
es same | ¿Cómo borro mi cuenta? | ¿Cómo puedo eliminar mi cuenta?
es same | Su gato se llama Milo | Tiene un gato llamado Milo
es same | Nunca estuvo en Asia | No estuvo nunca en Asia
es same | Su hijo tiene doce años | Su hijo tiene 12 años
es different | Confía en su médico | No confía en su médico
es different | Su hijo tiene doce años | Su hijo tiene diez años
es different | El plazo vence el 3 de junio | El plazo vence el 3 de julio
es different | Viaja el sábado | Viaja el domingo
es different | Marta le prestó plata a Pedro | Pedro le prestó plata a Marta
es different | Quiere activar el modo oscuro | Quiere desactivar el modo oscuro
es different | Trabaja para Google | Trabaja para Apple
es different | La oficina nueva es más grande que la vieja | La oficina vieja es más grande que la nueva
es different | Le teme a las alturas | No le teme a las alturas
es different | Casi nunca cocina en casa | Cocina a menudo en casa
es different | Era profesora | Es profesora
es different | Traduce del alemán al español | Traduce del español al alemán
es different | Le duele la rodilla izquierda | Le duele la rodilla derecha
es different | Aceptó la oferta de trabajo | Rechazó la oferta de trabajo
es different | ¿Cómo exporto mis contactos? | ¿Cómo importo mis contactos?
es different | ¿Quién invitó a Marta? | ¿A quién invitó Marta?
es different | El alquiler cuesta 1.200 euros | El alquiler cuesta 1.200 pesos
es different | Le gusta viajar solo | Le gusta viajar acompañado
`);

function pairs(text: string): readonly Pair[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', left = '', right = ''] = line.split(' | ');
      const [language, truth] = head.split(' ');
      return { language: language as Pair['language'], truth: truth as Pair['truth'], left, right };
    });
}
