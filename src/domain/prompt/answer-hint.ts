import { type Kind, kindRules } from '../kind.ts'

/**
 * How a message is answered, as its reader may write it. A message of a debate names the kinds that may answer it;
 * escalation has a command of its own.
 */
export function answerHint(
  id: string,
  kind: Kind,
  answers: readonly Kind[] = kindRules[kind].answers,
): string {
  const named = answers.filter((answer) => answer !== 'escalation')
  const plain = `answer with \`watchpost reply ${id} -b TEXT\``
  if (kindRules[kind].family !== 'debate' || named.length === 0) return plain
  return `answer with \`watchpost reply ${id} --kind ${named.join('|')} -b TEXT\``
}

/** A task's name is another agent's text: a command may contain it only if it is a plain word. */
function isPlainName(task: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.:+-]{0,99}$/u.test(task)
}

/** How a task is ended, by who may. */
export function endHint(task: string): string {
  return `end the task with \`watchpost task complete ${isPlainName(task) ? task : 'TASK'} -b -\``
}

/** Of automatic mail, wherever its reader sees it. */
export const automaticFact = 'a program wrote it by itself'
