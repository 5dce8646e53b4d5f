import { answersTo } from '../debates/debate-answers.ts'
import { type Kind, kindRules } from '../kind.ts'

/**
 * How a message is answered, as its reader may write it: a message of a debate names the kinds that may answer it.
 * Escalation has a command of its own.
 */
export function answerHint(id: string, kind: Kind, debate = { decided: false, own: false }): string {
  if (kindRules[kind].family !== 'debate') return `answer with \`watchpost reply ${id} -b TEXT\``
  const answers = answersTo(kind, debate).filter((answer) => answer !== 'escalation')
  return `answer with \`watchpost reply ${id} --kind ${answers.join('|')} -b TEXT\``
}
