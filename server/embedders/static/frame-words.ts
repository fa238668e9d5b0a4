/** English words for the kind of answer that is asked for; Spanish ones are matched by their translation. */
export const FRAME_WORDS = (
  'preference preferences habit habits hobby hobbies interest interests detail details plan plans issue issues problem ' +
  'problems trouble troubles schedule routine choice choices taste tastes need needs info information status setup activity ' +
  'activities experience practice lesson lessons class classes appointment appointments trip trips style opinion opinions ' +
  'thing things stuff note notes update updates situation question questions concern concerns goal goals strategy memory ' +
  'memories fact facts kind type user users summary overview context'
).split(' ');
