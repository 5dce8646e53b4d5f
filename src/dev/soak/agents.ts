import type { Pen } from './ledger.ts'
import type { Ended, Stage } from './stage.ts'

/** A message as its agent got it. */
export type Got = { readonly id: string; readonly kind: string; readonly text: string }
/** What came out of one process. */
export type Taken = {
  readonly mail: readonly Got[]
  readonly by: string
  readonly since: number
  /** It ended well, so what it showed is read; `null` where only an answer or a completion says so. */
  readonly settled: boolean | null
  /** What an earlier life was shown and did not finish. */
  readonly left: readonly Got[]
}

/** The way in which an agent reaches its mail. */
export type Way = {
  readonly role: string
  readonly name: string
  /** Waits a while for mail. `null`: there was none, or the agent was killed. */
  take(): Promise<Taken | null>
  send(letter: Letter): Promise<Ended>
  reply(id: string): Promise<Ended>
  complete(id: string): Promise<Ended>
  /** How often it died: what it had taken dies with it. */
  lives(): number
}

export type Letter = {
  readonly to: string
  readonly key: string
  readonly kind: string
  readonly priority: string
}

const priorities = ['normal', 'normal', 'normal', 'high', 'urgent', 'low'] as const
const retryAfter = 1_000

/** What a request is answered with: it says which. */
export const answerTo = (id: string) => `answer to ${id}`
const answeredIn = (text: string) => /answer to (\w+)/u.exec(text)?.[1]

/** An agent writes to others, and deals with what it gets, until the end. */
export function animate(stage: Stage, way: Way, others: readonly string[]): void {
  const pen = stage.ledger.pen(way.name)
  stage.drive(way.name, pen, () => write(stage, way, others, pen))
  stage.drive(way.name, pen, () => read(stage, way, pen))
}

/** Writes a letter now and then. Each is tried with its key until the program says that it has it. */
async function write(stage: Stage, way: Way, others: readonly string[], pen: Pen): Promise<void> {
  await stage.later(stage.about(stage.options.pause))
  for (let at = 0; !stage.isEnding; at += 1) {
    const letter: Letter = {
      to: others[Math.floor(stage.random() * others.length)] ?? '',
      key: `${way.name}.${at}`,
      kind: stage.random() < 0.6 ? 'request' : 'notification',
      priority: priorities[Math.floor(stage.random() * priorities.length)] ?? 'normal',
    }
    const since = Date.now()
    while (!stage.isOver) {
      const ended = await way.send(letter)
      const id = idIn(ended)
      if (id !== null) {
        pen({ what: 'sent', id, from: way.name, since, at: Date.now(), ...letter })
        break
      }
      tellFailure(pen, `${way.role} ${way.name}: send`, ended)
      await stage.later(retryAfter)
    }
    await stage.later(stage.about(stage.options.pause))
  }
}

/** Takes mail, and answers or completes it. What a life took is forgotten with it. */
async function read(stage: Stage, way: Way, pen: Pen): Promise<void> {
  while (!stage.isOver) {
    const life = way.lives()
    const taken = await way.take()
    if (taken === null) continue
    const { by, since } = taken
    for (const { id, text } of taken.mail) {
      const answers = answeredIn(text)
      const fact = { what: 'shown', id, agent: way.name, by, since, at: Date.now() } as const
      pen(answers === undefined ? fact : { ...fact, answers })
    }
    if (taken.settled) pen({ what: 'settled', by, at: Date.now() })
    for (const got of [...taken.left, ...taken.mail]) await deal(got)

    async function deal({ id, kind }: Got): Promise<void> {
      if (taken?.settled !== null && kind !== 'request') return
      while (way.lives() === life && !stage.isOver) {
        const replied = kind === 'request' ? await way.reply(id) : null
        // What was taken is at work until it is completed; what was only read is done with its answer.
        const isTaken = taken?.settled === null && (replied === null || replied.code === 0)
        const ended = isTaken ? await way.complete(id) : replied
        if (ended === null || ended.code === 0)
          return pen({ what: 'done', id, agent: way.name, at: Date.now() })
        if (isTaken && ended.code === null) pen({ what: 'cut', id, agent: way.name, at: Date.now() })
        tellFailure(pen, `${way.role} ${way.name}: ${isTaken ? 'complete' : 'reply'} ${id}`, ended)
        await stage.later(retryAfter)
      }
    }
  }
}

/**
 * What a listing of the inbox names as in progress: an agent that comes up again goes on with it. Tools leave out the kinds
 * that are usual, but always say which message waits for an answer.
 */
export function atWorkIn({ code, out }: Ended): readonly Got[] {
  if (code !== 0) return []
  type Listed = {
    readonly id: string
    readonly kind?: string
    readonly status?: string
    readonly owes?: boolean
  }
  const { messages } = JSON.parse(out) as { readonly messages: readonly Listed[] }
  return messages.flatMap(({ id, kind = 'notification', status, owes }) =>
    status === 'processing' ? [{ id, kind: owes === true ? 'request' : kind, text: '' }] : [],
  )
}

/** A failure that nothing of the soak explains is a fault of the program. */
export function tellFailure(pen: Pen, name: string, { undisturbed, code, err, out }: Ended): void {
  if (!undisturbed || code === 0) return
  pen({ what: 'failed', name, said: `${code}: ${(err || out).trim().slice(-400)}`, at: Date.now() })
}

/** The id that a send answers with. */
function idIn({ code, out }: Ended): string | null {
  if (code !== 0) return null
  try {
    return (JSON.parse(out) as { readonly id: string }).id
  } catch {
    return null
  }
}

/** The words of the command line for what an agent does. */
export const words = {
  send: ({ to, key, kind, priority }: Letter) => [
    'send',
    to,
    '-s',
    key,
    '-b',
    `text of ${key}`,
    '--kind',
    kind,
    '-p',
    priority,
    '--key',
    key,
    '--again',
    '--json',
  ],
  reply: (id: string) => ['reply', id, '-b', answerTo(id), '--key', `re:${id}`, '--json'],
  complete: (id: string) => ['complete', id, '--json'],
  inbox: ['inbox', '--limit', '500', '--json'],
}
