/** A message as a context before a prompt shows it. */
export type ShownMail = { readonly id: string; readonly kind: string; readonly text: string }

/** The messages whose fenced text is whole in what a hook or `inject` printed. */
export function mailIn(context: string): readonly ShownMail[] {
  const mark = /^\[(\w+)\] Mail for /mu.exec(context)?.[1]
  if (mark === undefined) return []
  const begin = new RegExp(`^\\[${mark}\\] mail (\\w+) from(?!.*header only) (.*)$`, 'gmu')
  return [...context.matchAll(begin)].flatMap((found) => {
    const [line, id = '', rest = ''] = found
    const from = found.index + line.length
    const to = context.indexOf(`\n[${mark}] end of ${id}`, from)
    return to < 0 ? [] : [{ id, kind: kindIn(rest), text: context.slice(from, to) }]
  })
}

/** What a hook lists as left open by an earlier session, whose text it does not show again. */
export function leftIn(context: string): readonly ShownMail[] {
  const open = /^\[\w+\] open (\w+) from \S+, (\w+), /gmu
  return [...context.matchAll(open)].map(([, id = '', kind = '']) => ({ id, kind, text: '' }))
}

/** The text that a hook's answer puts before an agent; nothing if the answer is not whole. */
export function contextIn(answer: string): string {
  try {
    return JSON.parse(answer).hookSpecificOutput.additionalContext as string
  } catch {
    return ''
  }
}

function kindIn(header: string): string {
  return /, (request|response|notification|\w+), /u.exec(header)?.[1] ?? ''
}
