/** English words in the name of a tool, by what they say about it. */
import type { ToolWords } from '../question-pack.ts';

export const TOOL_WORDS: ToolWords = {
  acting:
    'send resend delete remove destroy erase purge wipe pay repay prepay create add append insert upsert ' +
    'write overwrite edit modify rename subscribe unsubscribe register unregister enroll submit publish ' +
    'unpublish upload install uninstall deploy execute invoke trigger launch reboot restart shutdown ' +
    'terminate kill enable disable activate deactivate approve reject accept decline confirm cancel buy ' +
    'sell hire invite ban unban mute unmute unblock notify forward dispatch assign unassign reassign ' +
    'grant revoke authorize withdraw save start stop pause toggle adjust increase decrease move sync ' +
    'reschedule reserve dial donate tip unlock lock follow unfollow restore migrate enqueue broadcast ' +
    'provision rollback unarchive unlike mkdir rmdir chmod chown rm',
  actingAlone:
    'post put patch push set reset update order book call text message mail email charge refund bill ' +
    'invoice transfer deposit checkout store commit merge close open play turn switch print sign schedule ' +
    'tweet comment like share vote upvote downvote archive run apply request record report block reply ' +
    'respond answer ship trade bid stake mint swap bet lend borrow import clear empty drop fire release ' +
    'change make do act perform resume skip ping press click tap type drive unpin pin flag mark tag',
  reading:
    'get fetch list search find read lookup look query show view describe check count calculate compute ' +
    'convert translate parse format validate verify compare retrieve select filter sort estimate ' +
    'summarize detect extract analyze explain preview inspect browse download export resolve is has',
  ofNow:
    'now current currently today todays tonight tomorrow tomorrows yesterday yesterdays latest newest ' +
    'recent recently live realtime upcoming next clock countdown elapsed',
  time: 'time date datetime timestamp day hour weekday',
  unnaming:
    'the a what which is s of in at for my local system server utc unix world iso real tool api function ' +
    'by with and it get fetch read show check tell query retrieve view lookup',
};
