/**
 * Plans that a user may be making, and the kinds of facts that they concern: these enter the prompt even if no word of the question names
 * them. domain/context/plans.ts reads these rows. Each has examples in both languages, with which questions are compared by meaning.
 */

/** `like` has facts of the kind. `words` has the beginnings of its words, folded; `word$` is a whole word. */
export type FactKindRow = { readonly like: readonly string[]; readonly words: string };

export const FACT_KINDS = {
  DIET: {
    like: [
      'I am allergic to nuts',
      "I can't eat gluten",
      'I am vegetarian',
      'I do not drink alcohol',
      'soy alérgico a los mariscos',
      'no puedo comer lactosa',
      'soy vegana',
      'no como cerdo',
    ],
    words:
      'alerg allerg anaphyla anafila intoleran vegan vegetarian pescatarian flexitarian celiac coeliac gluten lactos dairy lacteo nuez nueces ' +
      'nut$ nuts$ peanut mani$ almendr almond marisco shellfish kosher halal dieta diet$ diets$ diabet keto$ carne$ meat$ pork$ cerdo$ ' +
      'alcohol azucar sugar hives urticaria colesterol cholesterol sodio sodium',
  },
  FOOD: {
    like: [
      'I love Italian food',
      'I hate cilantro',
      'my favourite dish is sushi',
      'me encanta la comida picante',
      'odio el cilantro',
    ],
    words:
      'comida food$ foods$ dish$ dishes$ plato$ cocina$ cuisine picante spicy sushi pizza pasta$ cilantro coriander cafe$ coffee tea$ te$ mate$ ' +
      'vino$ wine$ cerveza beer chocolate queso cheese pescado fish$ pollo chicken verdura vegetable fruta fruit$ hongo mushroom cebolla onion ' +
      'ajo$ garlic horno$ oven$ parrilla grill$ airfryer freidora asado$ bbq$',
  },
  HEALTH: {
    like: [
      'I have a bad knee',
      'I am pregnant',
      'I have asthma and use an inhaler',
      'I take pills for my blood pressure',
      'tengo una lesión en la espalda',
      'estoy embarazada',
      'soy hipertenso',
      'me operaron del hombro',
    ],
    words:
      'alerg allerg asma$ asthma diabet hiperten hyperten presion$ pressure$ embaraz pregnan rodilla knee$ knees$ espalda back$ lesion injur ' +
      'cirugia surgery operaron operad medicac medicat medicament medicine pastilla pill$ pills$ penicil ibuprofen aspirin epilep migra ansiedad ' +
      'anxiety tobillo ankle hernia herniated corazon heart$ insulin wheelchair ruedas$ discapac disab hombro shoulder cadera hip$ artritis ' +
      'arthritis anemia vertigo tiroides thyroid cancer$ celiac coeliac inhal tendin bursitis bronquitis bronchitis sinusit gastrit lumbago ciatica ' +
      'sciatica muneca$ wrist$ codo$ elbow$ cuello$ neck$ esguince sprain fractur contractura epipen adrenalin marcapasos pacemaker parkinson',
  },
  HOME: {
    like: [
      'I live in Lisbon',
      'my address is 12 Elm Street',
      'we have a small flat with a balcony',
      'vivo en Córdoba',
      'mi casa tiene jardín',
      'alquilo un departamento en el centro',
    ],
    words:
      'vivo$ vivimos$ viviendo$ live$ living$ lives$ address$ direccion$ casa$ home$ apartment departamento$ depto$ piso$ flat$ house$ alquil rent$ ' +
      'renting$ barrio neighbo based$ jardin garden$ balcon mude$ mudamos$ mudado$ moved$ relocated$ monoambiente studio$',
  },
  FAMILY: {
    like: [
      'I have two kids',
      'my wife is called Ana',
      'my daughter is four years old',
      'I have a dog',
      'tengo dos hijos',
      'mi esposa se llama Ana',
      'mi mamá vive conmigo',
      'tengo un perro',
    ],
    words:
      'espos$ esposa esposo marido$ mujer$ wife$ husband$ spouse hij son$ sons$ daughter kid$ kids$ child nene$ nena$ nenes$ nenas$ nino$ nina$ ninos$ ' +
      'ninas$ bebe$ baby$ babies$ twins$ mellizos gemel famil mama$ papa$ madre$ padre$ mother$ father$ mum$ mom$ dad$ parents$ padres$ ' +
      'herman brother$ brothers$ sister$ sisters$ novio$ novia$ girlfriend boyfriend fiance pareja$ partner$ casad married$ mascota pet$ pets$ ' +
      'perro$ perra$ perros$ gato$ gata$ gatos$ dog$ dogs$ cat$ cats$ suegr grandm grandf abuel sobrin nephew$ niece$ prim$ cousin',
  },
  ROUTINE: {
    like: [
      'I work night shifts',
      'I have yoga on Tuesdays',
      'I am free on Friday afternoons',
      'trabajo de noche',
      'los martes tengo clase de inglés',
      'los viernes salgo temprano',
    ],
    words:
      'turno$ turnos$ shift$ shifts$ horario schedule$ lunes$ martes$ miercoles$ jueves$ viernes$ sabado$ sabados$ domingo$ domingos$ monday$ ' +
      'mondays$ tuesday wednesday thursday friday saturday sunday mornings$ evenings$ nights$ weekends$ weekdays$ findes$',
  },
  HOBBIES: {
    like: [
      'I love hiking',
      'I play the guitar',
      'my hobby is photography',
      'me gusta el cine',
      'juego al tenis',
      'toco el piano',
    ],
    words:
      'hobby hobbies aficion pasatiempo senderis hiking hike$ trekking bici$ bicicleta bike$ cycling correr$ corro$ running$ yoga climb escal$ escalo$ ' +
      'escalada swim nado$ natacion pesca$ fishing guitarra guitar piano pianist cine$ movies$ films$ museo museum teatro theat leer$ leo$ reading$ ' +
      'tenis tennis padel futbol soccer football basket ajedrez chess pint fotograf photograph baile bailo danc surf ski$ skiing$ esqui playa$ beach',
  },
  TRAVEL: {
    like: [
      'I am afraid of flying',
      'I prefer window seats',
      'my passport expires in May',
      "I don't drive",
      'me da miedo volar',
      'prefiero el asiento del pasillo',
      'no tengo auto',
    ],
    words:
      'volar$ fly$ flying$ vuelo flight$ flights$ ventanilla$ aisle$ pasillo$ window$ pasaporte passport visa$ marea$ mareo seasick carsick avion planes$ ' +
      'airline aerolinea hotel hostel hostal equipaje luggage claustro millas$ miles$ auto$ car$ coche$ manejo$ conduzco$ conducir$ drive$ tren$ ' +
      'trenes$ train$ trains$',
  },
  WORK: {
    like: [
      'I work as a nurse',
      'I am a software engineer at a bank',
      'my boss is called Laura',
      'I study law',
      'trabajo de enfermera',
      'soy ingeniero en un banco',
      'mi jefa se llama Laura',
      'estudio derecho',
    ],
    words:
      'work$ works$ working$ worked$ job$ jobs$ employ boss$ manager$ colleague coworker company$ startup$ freelanc career$ study$ studying ' +
      'student$ degree$ trabajo$ trabaja laburo$ empleo$ jefe$ jefa$ colega companer empresa$ estudio$ oficio$ profesion carrera$ ' +
      'engineer developer designer teacher$ nurse$ lawyer doctor$ architect accountant analyst consultant ingenier desarrollador disenador ' +
      'docente$ maestr[oa]$ profesora?$ enfermer abogad medic[oa]$ arquitect contadora?$ analista$ consultor',
  },
  MONEY: {
    like: [
      'my budget is 500 euros a month',
      'we are saving for a house',
      'mi presupuesto es de mil pesos',
      'estoy ahorrando',
    ],
    words: 'presupuesto budget ahorr saving$ savings$ deuda debt$ debts$ gastar$ spend$ afford',
  },
} as const satisfies Readonly<Record<string, FactKindRow>>;
export type FactKind = keyof typeof FACT_KINDS;

/** `kinds` begins with the most important. `words` and `like` are as in FactKindRow, but for questions. */
type PlanRow = {
  readonly words: string;
  readonly kinds: readonly FactKind[];
  readonly like: readonly string[];
  /** True if it applies only to a question that mentions the user: "my", "me", "mi". */
  readonly isOfSelf?: true;
};

export const PLANS: Readonly<Record<string, PlanRow>> = {
  MEAL: {
    words:
      'cook$ cooking$ cocin cena$ cenar$ dinner$ supper lunch almuer almorzar desayun breakfast meriend menu$ menus$ grocer supermercado',
    kinds: ['DIET', 'FOOD', 'FAMILY'],
    like: [
      'What should I cook tonight?',
      'What can I have for breakfast?',
      'Plan our dinners for the week',
      'Let us order takeout',
      'Make me a shopping list for the supermarket',
      'Order some food for tonight',
      'What snack can I take to work?',
      'Which dessert should I bake?',
      '¿Qué cocino hoy?',
      '¿Qué puedo desayunar mañana?',
      'Armame el menú de la semana',
      'Haceme la lista del supermercado',
      'Pedí algo de comer para esta noche',
      '¿Qué hago de cenar?',
      '¿Qué postre preparo?',
      '¿Qué pido por delivery?',
      '¿Qué como hoy?',
    ],
  },
  TABLE: {
    words: 'restaurant reserv brunch$',
    kinds: ['DIET', 'FOOD', 'HOME', 'FAMILY'],
    like: [
      'Book a table for two on Friday',
      'Where should we eat on Saturday?',
      'Find us a restaurant for tonight',
      'Reserve a place for lunch',
      'Recommend me a restaurant',
      'Reservá una mesa para el viernes',
      '¿Dónde vamos a comer el sábado?',
      'Buscanos un restaurante para esta noche',
      'Recomendame un lugar para almorzar',
      '¿A qué bar vamos?',
      'Which wine should I bring to the dinner?',
    ],
  },
  FREE_TIME: {
    words: 'weekend finde$ findes$ feriado evening$ velada',
    kinds: ['FAMILY', 'DIET', 'HOME', 'HEALTH', 'HOBBIES', 'ROUTINE'],
    like: [
      'Plan my weekend',
      'What should I do with my free evening?',
      'What can we do on Sunday?',
      'Ideas for our day off',
      'Somewhere to go on Saturday',
      'What should we do tonight?',
      'Planeá mi fin de semana',
      '¿Qué hago el domingo?',
      '¿Qué hacemos este finde?',
      '¿Adónde podemos ir el sábado?',
      'Ideas para mi día libre',
      'Organizá una salida para hoy',
      'Something fun to do this weekend',
      'Algo lindo para hacer el domingo',
    ],
  },
  TRIP: {
    words:
      'hotel hostel vuelo flight pasaje vacacion vacation holiday$ holidays$ valija maleta packing$ itinerar airbnb road$',
    kinds: ['TRAVEL', 'HOME', 'FAMILY', 'DIET', 'HEALTH', 'MONEY'],
    like: [
      'Find me a flight',
      'Book a hotel for our holiday',
      'Help me plan my trip',
      'Where should we go on vacation?',
      'What should I pack for the journey?',
      'Which train should I take?',
      'Me recomendás un vuelo',
      'Buscame pasajes',
      'Reservame un hotel para las vacaciones',
      'Ayudame a planear mi viaje',
      '¿Adónde vamos de vacaciones?',
      '¿Qué llevo en la valija?',
    ],
  },
  GATHERING: {
    words: 'party$ fiesta asado$ barbecue bbq$ invitad guest boda$ wedding$ menu$ banquet',
    kinds: ['DIET', 'FAMILY', 'HOME', 'FOOD'],
    like: [
      'Plan a dinner for my family',
      'Organise a birthday party',
      'What should we serve our guests?',
      'I want to throw a party',
      'Help me organise a barbecue with friends',
      'Organizá una cena para mi familia',
      'Ayudame a organizar el cumpleaños',
      '¿Qué sirvo en la fiesta?',
      'Armemos un asado con amigos',
      'Vienen invitados a casa',
    ],
  },
  GIFT: {
    words: 'gift$ gifts$ regal',
    kinds: ['FAMILY', 'MONEY'],
    like: [
      'What should I give my partner for the anniversary?',
      'Suggest a gift for my daughter',
      '¿Qué le regalo a mi hija?',
      'Birthday present ideas for my mother',
      'Ideas de regalo para mi pareja',
      '¿Qué le compro a mi mamá para su cumpleaños?',
    ],
  },
  EXERCISE: {
    words: 'workout gym$ gimnasio entrena',
    kinds: ['HEALTH', 'HOBBIES', 'ROUTINE', 'DIET'],
    like: [
      'Give me a workout plan',
      'Make me a training routine',
      'Which exercises should I do?',
      'What sport could I take up?',
      'Help me get in shape',
      'Armame una rutina de ejercicios',
      '¿Qué deporte puedo hacer?',
      '¿Cómo me pongo en forma?',
      'Haceme un plan de entrenamiento',
    ],
  },
  REMEDY: {
    words: 'tos$ cough throat garganta fiebre fever headache medicine remedio painkiller resfri gripe$',
    kinds: ['HEALTH', 'DIET'],
    like: [
      'What can I take for my headache?',
      'Which medicine should I buy for my cold?',
      'I have a fever, what should I do?',
      'I feel sick, what can I take?',
      'Which painkiller can I buy?',
      '¿Qué puedo tomar para el dolor de cabeza?',
      '¿Qué remedio compro para el resfrío?',
      'Tengo fiebre, ¿qué hago?',
      'Me siento mal, ¿qué tomo?',
    ],
  },
  HOUSEHOLD: {
    words: 'sofa$ sillon couch$ mudar mueble furniture',
    kinds: ['HOME', 'FAMILY', 'HEALTH', 'MONEY'],
    like: [
      'Which sofa should I buy for the living room?',
      'Help me decorate my room',
      'What plants can I keep at home?',
      'Should we move to another flat?',
      '¿Qué sillón compro para el living?',
      'Ayudame a decorar mi cuarto',
      '¿Qué plantas puedo tener en casa?',
      '¿Conviene que nos mudemos?',
      'Buscame un departamento para alquilar',
    ],
  },
  /** The user asks what is known of them, or for a text about them: any fact may serve. */
  ABOUT_USER: {
    isOfSelf: true,
    words: 'bio$ biografia$ biography$',
    kinds: ['WORK', 'HOME', 'FAMILY', 'HOBBIES', 'DIET', 'HEALTH', 'ROUTINE'],
    like: [
      'What do you know about me?',
      'What do you remember about me?',
      'Who am I?',
      'Tell me what you know about me',
      'Write a short bio of me',
      'Describe me',
      'Introduce me',
      'Write my profile',
      '¿Qué sabés de mí?',
      '¿Qué recordás sobre mí?',
      '¿Quién soy?',
      'Contame lo que sabés de mí',
      'Escribí una biografía corta mía',
      'Describime',
      'Presentame',
      'Escribí mi perfil',
    ],
  },
  AGENDA: {
    words: 'appointment turno$ turnos$ agenda$',
    kinds: ['ROUTINE', 'FAMILY', 'HOME'],
    like: [
      'Plan my week',
      'Book me an appointment',
      'Find a time for a meeting',
      'When can I go to the dentist?',
      'Organiza mi semana',
      'Sacame un turno',
      '¿Cuándo puedo ir al dentista?',
      'Buscá un horario para la reunión',
    ],
  },
};

/**
 * Lines that are not plans of the user, though they may be about similar things: greetings, questions about the world, requests for texts.
 */
export const NO_PLAN: readonly string[] = [
  'hello, how are you?',
  'good morning',
  'good night',
  'thank you very much',
  'ok, sounds good',
  'see you tomorrow',
  'have a nice day',
  'hola, ¿cómo andás?',
  'buenos días',
  'buenas noches',
  'muchas gracias',
  'dale, perfecto',
  'nos vemos',
  'que tengas un buen día',
  'What is the capital of France?',
  'How does a car engine work?',
  'Who wrote the Iliad?',
  'Why is the sea salty?',
  'Why do birds fly?',
  'How long does it take to boil rice?',
  'What is the difference between a stew and a soup?',
  'How long should I bake bread?',
  '¿Cuál es la capital de Italia?',
  '¿Cómo funciona un avión?',
  '¿Quién inventó la radio?',
  '¿Por qué el cielo es azul?',
  '¿Cuánto tarda en hervir un huevo?',
  '¿Qué es la fermentación?',
  '¿Cómo se limpia el horno?',
  '¿Cómo se hace la tortilla?',
  'Write a function that sorts a list',
  'How do I fix this error?',
  'Fix this SQL query',
  'Translate this sentence into German',
  'Write a poem about the rain',
  'Tell me a joke',
  'Explain quantum physics',
  'Give me a synonym for fast',
  'Give me a list of fruits',
  'Convert ten miles to kilometres',
  'Escribí una función que ordene una lista',
  '¿Cómo arreglo este error?',
  'Contame un chiste',
  'Traducí esta frase al alemán',
  'Escribí un poema sobre el mar',
  'Explicame la inflación',
  'Dame un sinónimo de lento',
  'Summarize this article',
  'Resumí este texto',
  'Write a story about a trip to the moon',
  'Make a table of the planets',
  'What is the recipe for carbonara?',
  'Dame la receta de la tarta de manzana',
  'Give me a recipe for bread',
  'History of pizza',
  'Recomendame una película',
  'Recommend a novel',
  'Recomendame un juego',
  'Draft an email to a client',
  'Redactá un mail para un cliente',
  'Suggest a name for a shop',
  'Dame un nombre para un bar',
  'What are the side effects of ibuprofen?',
  'How do I remove a wine stain?',
  '¿Cuáles son los síntomas de la gripe?',
  'What are the symptoms of a cold?',
  'How do I cook rice?',
  'What is a mortgage?',
  'How tall is the Eiffel Tower?',
  '¿A qué hora sale el sol en Madrid?',
  'What is the weather in London?',
  'What time is it in Paris?',
  'Who won the match yesterday?',
  'Write a toast for a wedding',
  'Set an alarm for eight',
];

/**
 * The similarity (cosine) from which a question belongs to a plan, and by how much it must exceed its similarity to lines that are not
 * plans; the thresholds are lower if its words ask for advice. They were chosen on questions and lines of our own, which are in
 * test/domain/context/plans.test.ts with the results.
 */
export const PLAN_LIKENESS = {
  /** For a question that asks for advice and has a word of the plan. */
  named: { least: 0.3, over: -0.1 },
  advice: { least: 0.45, over: 0.05 },
  other: { least: 0.55, over: 0.08 },
  /** For a question that is not about the user. */
  impersonal: { least: 0.75, over: 0.2 },
  /** Plans whose similarity is at most this much lower than the nearest one's also apply. */
  among: 0.1,
  /** The similarity from which a fact is of a kind, whatever its words. */
  kind: 0.7,
  /** If a plan brings facts, others are added from this calibrated similarity to the question on. */
  others: 0.063,
} as const;

/** The kinds of facts about health and diet: it may harm to leave one out of a plan. */
export const BODY_KINDS: readonly FactKind[] = ['DIET', 'HEALTH'];

/** The number of facts of each kind that a plan brings. */
export const PLAN_FACTS = 3;

/**
 * A plan whose most important kind is one of BODY_KINDS brings turns, too. They are chosen from the `found` turns of the user that are nearest
 * to the examples of that kind: those that are of it and similar enough, at most `most`. A reviewer wrote ten talks with 272 lines that need
 * nothing, 2 of which have such a plan, and with 155 questions and orders. Of the 206 things that those need, prompts have 123 instead of 118,
 * and 9 of the 26 orders have all instead of 7.
 */
export const PLAN_TURNS = { found: 30, most: 4, similarity: 0.15 } as const;
