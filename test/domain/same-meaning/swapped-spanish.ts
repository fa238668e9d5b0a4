/** Spanish sentences in the format of swapped-english.ts. */
export const SWAPPED_SPANISH = `
{El usuario} le debe plata a {Nico}
{La hermana del usuario} está casada con {Lee}
La hermana de {Marta} está casada con {Pedro}
{El usuario} le prestó 200 pesos a {Marta}
{Ana} le vendió el auto a {el usuario}
{El usuario} le enseñó a manejar a {Priya}
{El usuario} es más alto que {su hermano}
{Elena} sigue a {Tomás} en Instagram
{El abogado de Tomás} demandó a {el usuario}
{El usuario} fue invitado por {Omar}
{Carina} fue despedida por {el usuario}
{El perro de Hugo} mordió a {el usuario}
Prefiere {los trenes} a {los aviones}
Prefiere {el té} antes que {el mate}
Se mudó de {Rosario} a {Córdoba}
Viaja todos los días de {Quilmes} a {La Plata}
Tiene {dos} perros y {tres} gatos
Compró {cuatro} sillas y {seis} lámparas
Gastó {30} euros en el almuerzo y {45} en la cena
Trabaja {tres} días en casa y {dos} en la oficina
Su {madre} es enfermera y su {padre} es piloto
Su {hijo} juega al ajedrez y su {hija} juega al tenis
{Paula} es mayor que {Jorge}
{Los perros} asustan a {los gatos}
{El usuario} le contó el secreto a {Samuel}
{Samuel} le pidió ayuda a {el usuario}
Le pidió prestada la bici de {Nina} a {Juan}
{El usuario} recibió una carta de {Diego}
Le manda fotos de {Rosa} a {Bruno}
Le presentó {Lila} a la prima de {Max}
Le dio las llaves de {Iván} a {Petra}
{Mía} es la jefa de {el usuario}
{El usuario} es el padrino de {Leo}
{Carla} es la madre de {Pablo}
{El casero de Juan} es primo de {Eric}
{El usuario} confía en {Daniela}
Le gusta más {el jazz} que {el rock}
Gasta más en {alquiler} que en {comida}
Le encanta {el invierno} pero odia {el verano}
Come {pescado} pero no {cerdo}
Es alérgica a {las nueces}, no a {los huevos}
Ana dijo que el usuario no vino | Ana no dijo que el usuario vino
Cree que Leo no va a pagar | No cree que Leo vaya a pagar
{Lucas} trabaja para {Raquel}
{Lucas} trabaja con el hermano de {Raquel}
¿A quién llamó {Ana} antes que a {Luis}?
¿Quién ayudó al usuario? | ¿A quién ayudó el usuario?
¿{El usuario} le debe plata a {Nico}?
¿Cuánto le debe {Nico} a {el usuario}?
¿Por qué {Ema} dejó a {Oscar}?
¿Cuándo visitó {el usuario} a {Ema}?
¿Es {Perú} más grande que {Chile}?
¿Cómo convierto {PDF} a {Word}?
¿Cómo paso archivos de {Dropbox} a {Drive}?
¿Cómo copio {los contactos} en {el calendario}?
¿Puede {Ana} ver los archivos de {Luis}?
¿Conviene aprender {Rust} antes que {Go}?
{El usuario} le ganó a {Gregorio} al ajedrez
{El usuario} fue vencido por {Gregorio}
{Gregorio} fue presentado a {Hanna} por el usuario
El usuario fue contratado por Acme | El usuario contrató a Acme
Fue ascendido por Iris | Ascendió a Iris
Ana ama a Luis | Ana le gusta a Luis
Ana le gusta a Luis | A Ana le gusta Luis
{El auto rojo} chocó a {el camión azul}
{El banco} le debe un reembolso a {el usuario}
{La empresa de Ana} compró {Initech}
{Initech} reemplazó a {Globex} como proveedor
Reemplazó {la notebook} por {una tablet}
Cambió {el piano} por {una guitarra}
Convirtió {el garaje} en {un estudio}
Puso {la mesa} sobre {la alfombra}
Guarda {la llave} debajo de {la maceta}
Estaciona {el auto} detrás de {la camioneta}
Camina de {la estación} a {la oficina}
{Ana} vive al lado de {Marcos}
{Ana} llegó después de {Marcos}
Toma {vitaminas} antes de {el desayuno}
Bebe {agua} después de {el vino}
Lee {el diario} mientras toma {el café}
Como {Ana} se fue, {Luis} lloró
Si {Ana} viene, {Luis} se va
Cocina cuando {Ana} canta y {Luis} baila
{Ana} quiere que {Luis} pida perdón
{El usuario} le prometió a {Ana} dejar de fumar
{Ana} convenció a {el usuario} de viajar
{Ana} deja que {los chicos} jueguen con {la tablet}
Su gato {blanco} se llama Kiwi y su gato {negro} se llama Mango
Tiene una bici {roja} y un monopatín {verde}
Usa camisa {negra} con pantalón {blanco}
Tiene una casa {chica} y un jardín {grande}
Su {primera} esposa es Ana y la {segunda} es Eva
Le duele la rodilla {izquierda} y tiene bien el tobillo {derecho}
Su hermano {mayor} es Tomi y el {menor} es Javi
Adoptó un perro {marrón} y un gato {gris}
{Ana} sabe que {Luis} mintió
{Ana} piensa que {Luis} es vago
{Ana} oyó reír a {Luis}
{Ana} vio a {el usuario} robar el pan
{Ana} dijo que {el usuario} pagaría
El usuario cree que {Ana} sabe lo de {Luis}
El hijo de {Ana} va al colegio con la hija de {Luis}
El médico de {Ana} es vecino de {Luis}
El marido de {Ana} le dio clases a la mujer de {Luis}
{Ana} le regaló su perro a {Luis}
{Ana} le compró el departamento a {Luis}
{Ella} le dijo la verdad a {él}
{Él} la dejó por {ella}
Ellos nos siguen a todas partes | Nosotros los seguimos a todas partes
Yo te debo cinco pesos | Tú me debes cinco pesos
Yo la llamo los domingos | Ella me llama los domingos
Vos me enseñaste a cocinar | Yo te enseñé a cocinar
{Mi jefe} odia a {mi mujer}
{Mi primo} le alquila un cuarto a {mi amigo}
{El gato} duerme encima de {el perro}
{La maestra} felicitó a {la alumna}
{La enfermera} llamó a {la doctora}
{El abogado} aconsejó a {el juez}
{El cazador} salvó a {el lobo}
{El gerente} respeta a {el pasante}
{España} le ganó a {Italia} dos a uno
España le ganó a Italia {tres} a {uno}
{River} goleó a {Boca}
{El café} cuesta menos que {el té}
{Python} está escrito en {C}
{El jugo} es más barato que {el agua}
{Los lunes} son peores que {los viernes}
{El sillón} le gusta más que {la cama}
{El sillón} cuesta 300 y {la cama} 500
La reunión con {Ana} es {el lunes} y la de {Luis} es {el martes}
Vuela a {Roma} el lunes y a {París} el viernes
Le paga 10 pesos a {Ana} y 20 a {Luis}
Conoció a {Ana} en 2010 y a {Luis} en 2015
Ana tiene {30} años y Luis tiene {35}
{Ana} rechazó a {Luis}
{Ana} depende de {Luis}
{Ana} le tiene celos a {Luis}
{Ana} le tiene miedo a {el vecino}
Ana le da miedo a Luis | Ana le teme a Luis
{Ana} está enamorada de {Luis}
{Ana} salió a {su tía}
{Ana} le pidió disculpas a {Luis}
{Ana} aprendió griego con {Luis}
{Ana} heredó la casa de {Luis}
Traduce del {inglés} al {francés}
Exporta datos de {Excel} a {SAP}
Pasó de {básico} a {premium}
Cambia {dólares} por {euros}
Dejó {la bici} para quedarse con {el auto}
Viajó con {Ana} para ver a {Luis}
Quiere que {Ana} llame a {Luis}
Llamó a Ana | Llamó Ana
Le escribió una carta a Ana | Escribió una carta de Ana
Corrió hasta la estación | Corrió desde la estación
Trabaja para su padre | Trabaja con su padre
Su hermano vive en Lima | Su hermana vive en Lima
Los animales son perros | Los perros son animales
`;
