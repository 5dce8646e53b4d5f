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
export function isPlainName(task: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.:+-]{0,99}$/u.test(task)
}

/**
 * How the reader of a message ends its task: by the result of its work on it, which its owner waits for, or by the task's name.
 */
export type EndsBy = 'result' | 'name'
/** For who types commands, and for who calls tools. */
export type HintFor = 'commands' | 'tools'

/** The one sentence about the end of a task: of commands, of what hooks and prompts print, and of tools. */
export function endHint(
  ends: EndsBy,
  { id, task }: { readonly id: string; readonly task: string | null },
  hintFor: HintFor,
): string {
  const [end, ask] = endWords[hintFor](id, task !== null && isPlainName(task) ? task : 'TASK')[ends]
  return [`${end} ends the task`, ...(ask === undefined ? [] : [`${ask} asks its owner`])].join(', ')
}

type Words = Readonly<Record<EndsBy, readonly [end: string, ask?: string]>>

const endWords: Readonly<Record<HintFor, (id: string, task: string) => Words>> = {
  commands: (id, task) => ({
    result: [`\`watchpost complete ${id} --result TEXT\``, `\`watchpost reply ${id} --asks -b TEXT\``],
    name: [`\`watchpost task complete ${task} -b TEXT\``],
  }),
  tools: (id, task) => ({
    result: [`complete (message ${id}, result …)`, `reply (message ${id}, asks)`],
    name: [`task_complete (task ${task})`],
  }),
}

/** Of automatic mail, wherever its reader sees it. */
export const automaticFact = 'a program wrote it automatically'
