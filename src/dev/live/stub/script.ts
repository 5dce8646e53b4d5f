/** What the stub model answers at one turn. */
export type Step = {
  /** Words, which end the turn. */
  readonly say?: string
  /** Its words sum the conversation up: they also answer a request without tools, by which some programs compact. */
  readonly isSummary?: boolean
  /** A call of the program's shell tool. */
  readonly shell?: string
  /** A call of the first tool whose name fits this pattern. */
  readonly tool?: string
  /** The name to call where no such tool is listed: some programs list a tool only after it was looked for. */
  readonly unlisted?: string
  /** The arguments of that tool, or what is added to those of the shell tool. */
  readonly args?: Readonly<Record<string, unknown>>
  /** The laboratory is told by this word, and the answer waits until it has done its part. */
  readonly event?: string
  /** How many tokens the conversation is said to have, beyond which programs compact it. */
  readonly tokens?: number
  /** This HTTP status instead of an answer. */
  readonly status?: number
}

export type Script = { readonly name: string; readonly steps: readonly Step[] }

/** One turn of a conversation, in a shape that all four interfaces share. */
export type Turn = { readonly by: 'model' | 'user'; readonly text: string }

/** A script as a word that survives quotes, shells and other scripts around it. */
export function scripted(name: string, ...steps: readonly Step[]): string {
  return `stub-script:${Buffer.from(JSON.stringify({ name, steps })).toString('base64url')}:`
}

/** The newest script in a conversation, and the step that is due: the model has answered once for each step before. */
export function dueStep(turns: readonly Turn[]): { readonly script: string | null; readonly step: Step } {
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at]
    const word =
      turn?.by === 'user' ? [...turn.text.matchAll(/stub-script:([\w-]+):/gu)].at(-1)?.[1] : undefined
    if (word === undefined) continue
    const { name, steps } = JSON.parse(Buffer.from(word, 'base64url').toString()) as Script
    const done = turns.slice(at + 1).filter(({ by }) => by === 'model').length
    return { script: name, step: steps[done] ?? { say: 'The script has ended.' } }
  }
  return { script: null, step: { say: 'There is no script.' } }
}
