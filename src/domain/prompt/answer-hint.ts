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
