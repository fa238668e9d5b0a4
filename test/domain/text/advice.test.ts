import { expect } from 'chai';

import { asksForAdvice } from '../../../server/domain/text/advice.ts';

describe('a question asks for advice', () => {
  const wishes = [
    'Recommend some restaurants in Kyoto',
    'What should I cook tonight?',
    'Any ideas for a weekend trip?',
    'Help me pick a laptop',
    'Recomendame un restaurante',
    '¿Qué me conviene comprar?',
    '¿Qué película veo esta noche?',
    '¿Adónde deberíamos ir de vacaciones?',
    'Where should we have lunch on Monday?',
    'Is there any museum you would like for me?',
    'Cheapest way to the stadium?',
    'Which app for my recipes?',
    'What helps against hiccups?',
    '¿Hay algún buen museo por acá?',
    '¿A qué taller me apunto?',
    '¿Qué paseos hay por la costa?',
    'What backpack is best?',
    'Which rugs would look good in the hall?',
    'What are some quiet beaches in Uruguay?',
    'I am planning a picnic. What else goes into the basket?',
    'Which vineyard should the guests see?',
    'Summarize this contract',
    '¿Cuáles son las mejores bodegas de Mendoza?',
    '¿Cómo riego el cactus?',
    '¿Qué tapices cuelgo en la entrada?',
    'Reservanos una mesa para dos',
  ];
  const facts = [
    'What did I cook yesterday?',
    'Where does Caroline live?',
    'When is the meeting?',
    'skiing preferences',
    'Tell me about my cousins',
    'What do you know about my ideas for the house?',
    'What should I remember of what I told you?',
    '¿Qué sabés de mis ideas para la casa?',
    '¿Cómo voy con el francés?',
    '¿Dónde vive Carolina?',
    '¿Qué compramos ayer?',
    '¿Cuándo es la reunión?',
    'What is my best time over ten miles?',
    'Summarize what I told you about the boat',
    '¿Qué colgó en la pared?',
    '¿Cómo aprendió a tejer?',
    '¿Dónde vivo?',
    '¿Cuál es mi mejor marca?',
  ];
  for (const text of wishes) it(`: ${text}`, () => expect(asksForAdvice(text)).to.equal(true));
  for (const text of facts) it(`, not so: ${text}`, () => expect(asksForAdvice(text)).to.equal(false));
});
