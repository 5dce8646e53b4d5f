import { endedRequests, judgeOpenTasks } from '../../tasks/judge-open.ts'
import { type Act, goesOn, phrase, told } from '../act.ts'

/** Ends tasks of a server whose work was settled by a process that died before it could, or by time. */
export const endTasks: Act = async (round) => {
  const { context, rehearsal } = round
  const ended = rehearsal ? await endedRequests(context) : await judgeOpenTasks(context, () => goesOn(round))
  const what = phrase(round, ended.length, 'request', 'ended', 'end')
  return told('tasks', what, 'The work on them is over.', ended)
}
