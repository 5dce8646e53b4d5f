import { foreseeEnds, judgeOpenTasks } from '../../tasks/judge-open.ts'
import { type Act, goesOn, phrase, type Round, sizeOf, told } from '../act.ts'

/** Ends tasks of a server whose work was settled by a process that died before it could, or by time. */
export const endTasks: Act = async (round) => {
  const { ended, unjudged } = await (round.rehearsal ? foreseeEnds(round.context) : judge(round))
  const what = phrase(round, ended.length, 'request', 'ended', 'end')
  return [
    ...told('tasks', what, 'The work on them is over.', ended),
    ...unjudged.map(({ task, why }) => {
      return { act: 'tasks' as const, what: `could not look after the task ${task}`, why, messages: [] }
    }),
  ]
}

function judge(round: Round) {
  const { context, pace } = round
  let looks = 0
  return judgeOpenTasks(context, {
    after: pace?.after ?? null,
    mark: (place) => pace?.mark(place),
    async goesOn(changed) {
      looks += 1
      // A look that changes nothing keeps no sender waiting.
      if (changed || looks % sizeOf(round) === 0) return goesOn(round)
      return pace === undefined || !pace.isOver()
    },
  })
}
