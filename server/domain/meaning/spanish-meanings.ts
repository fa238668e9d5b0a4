import type { MeaningWords } from './meaning-words.ts';

export const SPANISH_MEANINGS: MeaningWords = {
  phrases:
    'ya no>END;dejo de>END;deje de>END;dejar de>END;dejado de>END;dejaron de>END;solia>PAST;solian>PAST;soliamos>PAST;antes que>antesque;' +
    'en vez de>antesque;en lugar de>antesque;le gustaria>quiere;me gustaria>quiero;les gustaria>quieren;trabaja como>es;trabajo como>soy;trabajan como>son;' +
    'se llama>nombre;se llaman>nombre;llamado>nombre;llamada>nombre;de nombre>nombre;cumple anos>cumpleanos;a veces>aveces;a menudo>amenudo;' +
    'casi nunca>raravez;casi siempre>amenudo;rara vez>raravez;de vez en cuando>aveces;por favor>;decime>;dime>;digame>;podes decirme>;' +
    'puedes decirme>;puede decirme>;me puedes decir>;me podes decir>;quiero saber>;necesito saber>;odia>NOT ama;odio>NOT ama;odian>NOT ama;' +
    'detesta>NOT ama;detesto>NOT ama;detestan>NOT ama;sin>NOT con;no puede>NOT puede;' +
    'por semana>semanal;a la semana>semanal;' +
    'cada semana>semanal;todas las semanas>semanal;por dia>diario;al dia>diario;cada dia>diario;todos los dias>diario;por mes>mensual;' +
    'al mes>mensual;cada mes>mensual;todos los meses>mensual;al ano>anual;por ano>anual;cada ano>anual;un par de>#2;una docena>#12;no solo>solo;que es lo que>que;' +
    'sin duda>;usd>dolares;eur>euros',
  synonyms:
    'gustar encantar adorar amar gusta encanta adora ama;querer desear quiere quiero quieren desea deseo;comprar adquirir;empezar comenzar iniciar empieza comienza;' +
    'auto coche carro;esposa mujer;esposo marido;madre mama mami;padre papi;borrar eliminar suprimir;contrasena clave;computadora ordenador;' +
    'celular movil;temer teme miedo;trabajo empleo laburo;medico doctor;vivir residir;dinero plata;departamento piso apartamento;' +
    'alergia alergico alergica;lindo bonito;rapido veloz;foto imagen;cacahuate mani cacahuete;autobus bus colectivo;cambiar modificar;' +
    'azucar;tienda negocio comercio;vacaciones;pelicula film;abogado letrado;enfermo malo;hablar platicar;beber tomar;frecuente amenudo',
  opposites:
    'abrir abre|cerrar cierra;activar|desactivar;habilitar|deshabilitar;subir|bajar;aumentar|reducir disminuir;aceptar|rechazar;siempre|aveces raravez;' +
    'amenudo|raravez;antes|despues;frio|calor caliente;grande|pequeno chico;viejo|nuevo joven;mayor|menor;izquierda|derecha;izquierdo|derecho;' +
    'primero|ultimo;temprano|tarde;manana|noche tarde;comprar|vender;ganar|perder;empezar comenzar|terminar acabar;importar|exportar;barato|caro;' +
    'feliz|triste;mas|menos;alto|bajo;rapido|lento;rico|pobre;fuerte|debil;claro|oscuro;facil|dificil;lleno|vacio;casado|soltero divorciado;' +
    'vivo|muerto;dentro|fuera;publico|privado;prestar|pedir;llegar|salir;conectar|desconectar;instalar|desinstalar;mostrar|ocultar;' +
    'agregar|quitar;minimo|maximo;solo|acompanado;encima|debajo;encender prender|apagar;entrar|salir',
  light:
    'usuario usuaria usuarios persona actualmente realmente muy tambien bastante ha han haber tener tiene tengo tienen estar esta estoy estan ' +
    'estuvo estado estuve vez veces antesque',
  lightInQuestions: 'puedo puede puedes podes poder podria debo hago hacer',
  accented: 'té>infusion;él>@he;tú>@you;mí>@user',
  gendered:
    'herman hij tio ti prim abuel niet sobrin novi amig suegr cunad vecin espos jef nin chic herman gat perr herman',
  negations: 'no nunca jamas nadie nada ninguno ninguna ningun tampoco ni apenas',
  echoedNegations: 'nunca jamas nadie nada ninguno ninguna ningun tampoco ni',
  ifs: 'si salvo hasta',
  questions: 'donde|adonde;cuando;quien|quienes;cual|cuales;como;cuanto|cuanta|cuantos|cuantas',
  clauseEnds: 'pero sino y e mientras porque aunque',
  joining: 'y e o u ni',
  copulas: 'es son era eran fue fueron ser soy esta estan estaba estaban',
  singleDeterminers: '',
  pluralCopulas: 'son eran fueron estan estaban',
  presentForms: 'tiene tengo tienen',
  earlierForms: 'tenia tenian tuvo tuvieron',
  futureForms: '',
  pastCopulas: 'era eran fue fueron estaba estaban estuvo',
  he: 'él',
  she: 'ella',
  pastForms: 'hizo dijo quiso vino vio dio supo trajo puso tuvo pudo hubo anduvo condujo',
  pastEndings: /(..[óéí]|aba[sn]?|ábamos|ía[sn]?|íamos|aron|ieron|aste|iste|[ai]d[oa]s?)$/u,
  numbers:
    'dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 once:11 doce:12 trece:13 catorce:14 quince:15 dieciseis:16 ' +
    'diecisiete:17 dieciocho:18 diecinueve:19 veinte:20 veintiuno:21 veintiun:21 veintidos:22 veintitres:23 veinticuatro:24 veinticinco:25 ' +
    'veintiseis:26 veintisiete:27 veintiocho:28 veintinueve:29 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 ' +
    'noventa:90 cien:100 ciento:100 doscientos:200 trescientos:300 cuatrocientos:400 quinientos:500 seiscientos:600 setecientos:700 ' +
    'ochocientos:800 novecientos:900 mil:1000 millon:1000000 millones:1000000',
};
