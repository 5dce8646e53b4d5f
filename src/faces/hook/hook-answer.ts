/** As much as Claude Code takes of one hook's answer; what is longer is thrown away, or breaks its JSON. */
export const answerLimit = 10_000

/** How a moment's text reaches the agent: beside its context, or as the reason why it may not stop yet. */
export type AnswerShape = 'context' | 'block'

/** An answer in its event's shape, one line; nothing for no text. */
export function answerOf(shape: AnswerShape, name: string, text: string): string {
  if (text === '') return ''
  const answer =
    shape === 'block'
      ? { decision: 'block', reason: text }
      : { hookSpecificOutput: { hookEventName: name, additionalContext: text } }
  return `${JSON.stringify(answer)}\n`
}

/** For the person, where there is no context that a text could reach. */
export function noticeOf(text: string): string {
  return text === '' ? '' : `${JSON.stringify({ systemMessage: text.slice(0, answerLimit / 2) })}\n`
}

/** How many characters of text, as JSON has them, leave the whole answer within its limit. */
export function roomFor(shape: AnswerShape, name: string): number {
  return Math.max(0, answerLimit - answerOf(shape, name, '.').length + 1)
}
