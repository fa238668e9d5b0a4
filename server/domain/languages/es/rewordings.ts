import type { Rewordings } from '../rewording-pack.ts';

const SAID = '(?:dice|dijo|menciona|menciono|comenta|comento|cuenta|conto|afirma|afirmo|indico|explico)(?: que)?';

/** Spanish rewordings that mean the same about somebody; words that begin with `=` are English. */
export const SPANISH_REWORDINGS: Rewordings = {
  dropped: 'el la los las un una unos unas muy realmente actualmente tambien bastante algun alguna',
  words:
    'usuario usuaria usuarios yo>user;pareja>=partner;soltero soltera>=single;zurdo zurda>=lefthanded;diestro diestra>=righthanded;diabetico diabetica>=diabetic;' +
    'aceituna aceitunas>=olives;portatil laptop>=laptop;kilo kilos kilogramos>kg;gafas lentes anteojos>=glasses;desayuna>=breakfast;almuerza>=lunch;cena>=dinner;madrugar>MADRUGAR;' +
    'mi mis>MY;hijo>=son;hija>=daughter;hijos>=children;hermano>=brother;hermana>=sister;padre papa>=father;' +
    'madre mama>=mother;esposa mujer>=wife;esposo marido>=husband;abuelo>=grandfather;abuela>=grandmother;nieto>=grandson;nieta>=granddaughter;tio>=uncle;' +
    'tia>=aunt;primo>=cousin~m;prima>=cousin~f;amigo>=friend~m;amiga>=friend~f;novio>=boyfriend;novia>=girlfriend;jefe>=boss~m;jefa>=boss~f;vecino>=neighbor~m;vecina>=neighbor~f;sobrino>=nephew;' +
    'sobrina>=niece;cunada>=sister-in-law;cunado>=brother-in-law;suegra>=mother-in-law;suegro>=father-in-law;' +
    'hermanos>=brothers;hermanas>=sisters;hijas>=daughters;amigos>=friends~m;amigas>=friends~f;primos>=cousins~m;primas>=cousins~f;' +
    'vecinos>=neighbors~m;vecinas>=neighbors~f;abuelos>=grandparents;nietos>=grandchildren;tios>=uncles;tias>=aunts;sobrinos>=nephews;sobrinas>=nieces;' +
    'nino chico>=boy;nina chica>=girl;ninos>=children;perro>=dog~m;perra>=dog~f;perros>=dogs~m;perras>=dogs~f;gato>=cat~m;gata>=cat~f;gatos>=cats~m;gatas>=cats~f;' +
    'domingo domingos>#day0;lunes>#day1;martes>#day2;miercoles>#day3;jueves>#day4;viernes>#day5;sabado sabados>#day6;' +
    'dia dias>=day;noche noches>=night;semana semanas>=week;mes meses>=month;ano anos>=years;manana mananas>=morning;tarde tardes>=afternoon;' +
    'ayer>=yesterday;hoy>=today;siempre>=always;nunca jamas>NOT;no>NOT;aveces>=sometimes;' +
    'coche auto carro>=car;trabajo empleo>=work;dinero plata>=money;cacahuete cacahuetes cacahuate cacahuates mani manies>=peanuts;senderismo>=hiking;' +
    'presupuesto>=budget;alquiler renta>=rent;contrasena clave>=password;cajon>=drawer;wifi>=wifi;bicicleta bici>=bicycle;autobus bus colectivo>=bus;' +
    'tren trenes>=train;metro>=metro;avion aviones>=plane;pelicula>=film;casa>=house;pueblo>=town;piso apartamento departamento>=flat;' +
    'banda grupo>=band;pastillas pastilla>=pills;cita>=appointment;reunion>=meeting;' +
    'entrevista>=interview;boda>=wedding;examen>=exam;proyecto>=project;puerto>=port;telefono>=phone;correo>=email;estacion>=season;otono>=autumn;' +
    'favorito favorita preferido preferida>=favorite;azul>=blue;rojo roja>=red;verde>=green;negro negra>=black;blanco blanca>=white;' +
    'grande>=big;pequeno pequena>=small;viejo vieja>=old;nuevo nueva>=new;mejor>=best;peor>=worst;alto alta>=tall;enfermo enferma>=sick;vegano vegana>=vegan;' +
    'vegetariano vegetariana>=vegetarian;enfermero enfermera>=nurse;ingeniero ingeniera>=engineer;medico medica doctor doctora>=doctor;' +
    'abogado abogada>=lawyer;profesor profesora maestro maestra>=teacher;' +
    'derecho>=law;medicina>=medicine;universidad>=university;te>=tea;infusion>=tea;leche>=milk;azucar>=sugar;limon>=lemon;carne>=meat;' +
    'pescado>=fish;alcohol>=alcohol;oscuridad>=dark;altura alturas>=heights;musica>=music;coro>=choir;guitarra>=guitar;violin>=violin;piano>=piano;' +
    'frances>=french;aleman>=german;ingles>=english;espanol castellano>=spanish;italiano>=italian;portugues>=portuguese;japones>=japanese;chino>=chinese;' +
    'arabe>=arabic;ruso>=russian;berlin>=berlin;lisboa>=lisbon;oporto>=porto;sevilla>=seville;munich>=munich;islandia>=iceland;' +
    'oficina>=office;llave>=key;copia>=copy;reloj>=watch;libro>=book;' +
    'trabaja>=works;trabajaba>=worked;vive vivo reside viven>=lives;vivia vivio>=lived;' +
    'estudia>=studies;estudiaba>=studied;habla>=speaks;come comen>=eats;bebe toma beben>=drinks;conduce maneja>=drives;conducia>=drove;toca>=plays;' +
    'tocaba>=played;vendio>=sold;corre>=runs;canta>=sings;' +
    'entrena>=trains;cocina>=cooks;escucha>=listens;lee>=reads;entiende>=understands;aprende aprendiendo>=learning;estudiando>=studies;ve>=sees;' +
    'crecio crio>=grew;sale>=leaves;' +
    'veces>=times;vez>=times;hospital>=hospital;escuela colegio>=school;antes>=before;despues>=after',
  phrases: [
    [` user ${SAID} (?:=?he |ella )?`, ' user '],
    [' segun user ', ' '],
    [' (?:numero de )=phone ', ' =phone '],
    [' correo electronico | email | =email electronico ', ' =email '],
    [' copia de seguridad | =copy de seguridad ', ' =backup '],
    [' =copy de =key | =key de repuesto ', ' =spare =key '],
    [' base de datos ', ' =database '],
    [' =project se entrega ', ' =project =deadline IS '],
    [' felpudo ', ' =mat '],
    [' MADRUGAR ', ' =waking =up =early '],
    [' levantarse temprano ', ' =waking =up =early '],
    [' viene de ', ' es de '],
    [' (?:tiene|tengo) =work (?=en )', ' =works '],
    [' (?:tiene|tengo) diabetes ', ' es =diabetic '],
    [' (?:tiene|tengo) dolor de (\\S+) ', ' HURT $1 '],
    [' a (<name>) (?:le|me) interesan? ', ' $1 IS =interested en '],
    [' (?:le|me) interesan? ', ' IS =interested en '],
    [' interesad[oa] en ', ' =interested en '],
    [' (desde|en) =house ', ' $1 =home '],
    [' lengua materna ', ' =native =language '],
    [' fecha limite ', ' =deadline '],
    ['^ en (\\S+) (?!=?(?:user|la|el) )(<rest>) $', ' $2 en $1 '],
    ['^ en (\\S+) user (<rest>) $', ' user $2 en $1 '],
    // Verbs that are reflexive in Spanish only.
    [
      ' se (?=(?:caso|graduo|averio|estropeo|reune|reunio|rompio|compro|jubila|jubilo|prepara|muda|entrena|licencio|inscribio|unio|parece) )',
      ' ',
    ],
    [' (?:se )?(?:esta|estoy) (preparando|entrenando) ', ' $1 '],
    [' se (?==(?:grew|trains) )', ' '],
    // Negation.
    [' ya NOT ', ' END '],
    [' (?:dejo|deje|ha dejado|he dejado) de ', ' END '],
    [' casi NOT | rara =times | raramente ', ' =rarely '],
    [' (?:va|voy) a (?:=work|trabajar) en (=?\\S+) $', ' =takes $1 =to =work '],
    [' a menudo | con frecuencia ', ' =often '],
    [' a =times | de =times en cuando ', ' =sometimes '],
    [' NOT (<rest>) (?:nada de|NOT|ningun|ninguna|nada) ', ' NOT $1 '],
    [' (?:y )?sin ', ' =without '],
    // Debts: these rows precede those that read `debe` as a duty.
    [' (?:le|les|se) debe ', ' =owes '],
    [' (?:le|les|se) debia ', ' =owed '],
    [' (?:odia|odio|detesta|detesto|aborrece) ', ' NOT LIKE '],
    [' NOT soport[ao] ', ' NOT LIKE '],
    // Modality: may, must, will and wishes.
    [' (?:le|me|les) gustaria | quiere | quiero | desea | deseo ', ' WANT '],
    [' (?:tiene|tengo) que | (?:debe|debo|necesita|necesito) (?=\\S+[aei]r(?:se)? )', ' MUST '],
    [' (?:planea|planeo|piensa|pienso|va a|voy a) (?=\\S+[aei]r(?:se)? )', ' PLAN '],
    [' (?:solia|solian) ', ' USED '],
    [' (?:puede|puedo|sabe) (?=\\S+[aei]r(?:se)? )', ' CAN '],
    // Likings and fears.
    [' a (<name>) (NOT )?(?:le|me) (?:gustan?|encantan?|fascinan?)(?: mucho| muchisimo)?(?: hacer)? ', ' $1 $2LIKE '],
    [' (?:le|me) (?:gustan?|encantan?|fascinan?)(?: mucho| muchisimo)?(?: hacer)? ', ' LIKE '],
    [' a (<name>) (NOT )?(?:le|me) (?:gustaba|gustaban|encantaba|encantaban) ', ' $1 $2LIKE~p '],
    [' (?:le|me) (?:gustaba|gustaban|encantaba|encantaban) ', ' LIKE~p '],
    [
      ' prefier[eo] (<rest>) (?:a|antes que|=before que|=before de|en =times de|en vez de|frente a|que) (<rest>) $',
      ' PREFER $1 THAN $2 ',
    ],
    [' prefier[eo] ', ' PREFER '],
    [' LIKE mas (<rest>) que (<rest>) $', ' PREFER $1 THAN $2 '],
    [' LIKE (<rest>) mas que (<rest>) $', ' PREFER $1 THAN $2 '],
    [' (?:le |me )?(?:tiene|tengo) miedo (?:a|de) | (?:le )?teme a | (?:le )?temo a ', ' FEAR '],
    [' a (<name>) (?:le|me) dan? miedo ', ' $1 FEAR '],
    [' (?:le|me) dan? miedo ', ' FEAR '],
    [' a user (?:le|me) duelen? | (?:le|me) duelen? ', ' HURT '],
    // Names, work, birth, age, health.
    [' (?:user )?se apellida ', ' MY =surname IS '],
    [' apellido ', ' =surname '],
    [' nombre de (<rest>) es (\\S+) $', ' $1 NAMED $2 '],
    [' que se llaman? | se llaman? | llamad[oa] | de nombre ', ' NAMED '],
    ['^ (?:user )?(?:tiene|tengo) (\\S+) NAMED ', ' MY $1 NAMED '],
    [' =work (?:de|como) | =works (?:de|como) ', ' IS '],
    [' =worked (?:de|como) ', ' IS~p '],
    [' =works para ', ' =works en '],
    [' =worked para ', ' =worked en '],
    ['^ (?:user )?(?:es |soy )estudiante de (\\S+) ', ' user =studies $1 '],
    [' (?:esta|estoy) (?:estudiando) ', ' =studies '],
    [' (?:tocar|=plays) (?==)', ' =plays '],
    [' =learning a tocar | =learning a =plays ', ' =learning '],
    [' cumpleanos de (\\S+) es ', ' $1 BORN '],
    ['^ su cumpleanos es | MY cumpleanos es ', ' user BORN '],
    [' cumple =years ', ' BORN '],
    [' fecha de nacimiento de (\\S+) es ', ' $1 BORN '],
    [' nacio | naci ', ' BORN '],
    [' (?:es|soy) alergic[oa] a | (?:tiene|tengo) alergia a ', ' ALLERGIC '],
    [' (?:es|soy) intolerante a | (?:tiene|tengo) intolerancia a ', ' INTOLERANT '],
    ['^ (?:user )?(?:tiene|tengo) (=?\\S+) de (?=#)', ' MY $1 IS '],
    [' (?:tiene|tengo) (#\\d+) =years(?: de edad)? $', ' AGE $1 '],
    [' edad de (\\S+) es (?:de )?(#\\d+) ', ' $1 AGE $2 '],
    [' mide | mido | altura de user es (?:de )?| =heights de user es (?:de )?', ' HEIGHT '],
    [' (?:esta|estoy) casad[oa] con ', ' IS =married =to '],
    [' (?:estaba|estuvo) casad[oa] con ', ' IS~p =married =to '],
    [' divorciad[oa] ', ' =divorced '],
    // Where somebody lives and goes.
    [' se =grew en ', ' =grew =up en '],
    [' =grew en ', ' =grew =up en '],
    [' se mudo a | me mude a ', ' =moved =to '],
    [' se (?:levanta|despierta) | me (?:levanto|despierto) ', ' =wakes '],
    [' se levantaba ', ' =woke '],
    [' se acuesta | se va a cama | se va a dormir ', ' BED '],
    [' =before de (?:dormir|acostarse) ', ' =before BED '],
    [' =drinks (=bus|=train|=metro) (?:a|para ir a) =work ', ' =takes $1 =to =work '],
    [' (?:va|voy) en =bicycle a (\\S+) | (?:va|voy) a (\\S+) en =bicycle ', ' =cycles =to $1$2 '],
    [' viajo a (?==?\\S+ #\\d{4}|=?\\S+ en #\\d{4})', ' =visited '],
    [' fue a | fui a ', ' =went =to '],
    ['^ #(\\d{4}) viajo a ', ' #$1 =visited '],
    [' (?:ha|he) (?=\\S+do )', ' PERF '],
    [' PERF comprado ', ' =bought '],
    [' se hizo (\\S+) en (#\\d{4}) ', ' IS $1 desde $2 '],
    [' lleva (#\\d+) (=\\S+) viviendo ', ' =lives FOR $1 $2 '],
    [' hace (#\\d+) (=\\S+) que (\\S+) ', ' $3 FOR $1 $2 '],
    [' desde hace (#\\d+) (=\\S+) ', ' FOR $1 $2 '],
    [' (?:corre en|usa|utiliza|escucha en) =port | =runs en =port ', ' PORT '],
    [' respuestas | responder | responde ', ' =answer '],
    [' (?:user )?WANT =answer ', ' =answer '],
    [' (?:practica|hace|hago|practico) (?=yoga|pilates)', ' =does '],
    [' =appointment de user con (\\S+) es ', ' HAVE =appointment =with $1 '],
    [' profesor[a]? de (\\S+) de user | =teacher de (\\S+) de user ', ' TEACHER $1$2 '],
    ['^ (\\S+) es TEACHER (\\S+) ', ' $1 =teaches $2 =to user '],
    [' (?:le )?ensena (=?\\S+) a ', ' =teaches $1 =to '],
    // Giving, lending and similar exchanges.
    [' (?:le|les|se) presto ', ' =lent '],
    [' (?:le|les|se) (?:dio|regalo) ', ' =gave '],
    [' (?:le|les|se) (?=\\S+ (?:\\S+ )*a (?:user|_\\S+) )', ' '],
    [' user recibio (<rest>) de (<name>) ', ' $2 =gave $1 =to user '],
    ['^ (\\S+) tomo prestado (<rest>) de (<name>) ', ' $3 =lent $2 =to $1 '],
    // Comparisons.
    [' (\\S+) es mas (?:bajo|baja) que (\\S+) ', ' $2 IS =taller =than $1 '],
    [' (\\S+) es mas =tall que (\\S+) ', ' $1 IS =taller =than $2 '],
    [' (\\S+) es menor que (\\S+) ', ' $2 IS =older =than $1 '],
    [' (\\S+) es mayor que (\\S+) ', ' $1 IS =older =than $2 '],
    // Times.
    [' (?:todos|todas|cada) (?:=morning )', ' EVERY =day '],
    [' (?:todos|todas|cada) ', ' EVERY '],
    [' =week pasada | pasada =week ', ' T:last-week '],
    [' =month pasado | pasado =month ', ' T:last-month '],
    [' =years pasado | pasado =years ', ' T:last-year '],
    [' proxima =week | =week que viene | =week proxima ', ' T:next-week '],
    [' proximo =month | =month que viene ', ' T:next-month '],
    [' proximo =years | =years que viene ', ' T:next-year '],
    [' proximo (#day\\d) | (#day\\d) que viene ', ' NEXT $1$2 '],
    [' (?:a|por) (=day|=week|=month|=years) ', ' PER $1 '],
    [' a (?=#)', ' '],
    [' en (?=#\\d{4} )', ' '],
    [' (?:es|soy|son|cuesta) (?:de )?(?=#)', ' IS '],
    [' (?:esta|estoy|estaba) (?=\\S+ndo |=learning |=studies )', ' '],
    [' (?:son|estan) ', ' ARE '],
    [' (?:eran|fueron|estaban) ', ' ARE~p '],
    [' (?:es|soy|esta|estoy) ', ' IS '],
    [' (?:era|fue|estaba|estuvo) ', ' IS~p '],
    [' (?:tiene|tengo|posee|tienen) ', ' HAVE '],
    [' (?:tenia|tuvo) ', ' HAVE~p '],
    // Owners.
    [' (=?\\S+) =favorite de user ', ' MY $1 =favorite '],
    [' =best (\\S+) de user ', ' MY =best $1 '],
    [' (=\\S+) (=\\S+) de user ', ' MY $1 $2 '],
    [' (\\S+) de (\\S+) de user ', ' MY $2 $1 '],
    [' (=?\\S+) de user ', ' MY $1 '],
    ['^ su(?:s)? | (?<=IS )su(?:s)? ', ' MY '],
  ],
  links:
    'en>in on at;a>to;de>of from;con>with;=with>with;sin>without;para>for to;por>for by;desde>since from;hasta>until to;sobre>about on over;entre>between;' +
    'su>his her their its;sus>his her their its;mientras>while;cuando>when;si>if;porque>because;y>and;e>and;o>or;u>or;pero>but;como>as;que>that than;bajo>under;=without>without;=before>before;=after>after',
  synonyms: '',
  pastForms: '',
  notPast: 'cafe bebe jose mesie te',
};
