import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { holdTime } from '../../src/domain/delivery.ts'
import { MailError } from '../../src/domain/errors.ts'
import { programs } from '../../src/drivers/programs.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { openMailbox } from '../../src/mailbox.ts'
import type { RanValue } from '../../src/values/programs-schema.ts'
import { serveDoor } from '../../store/door/door-server.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import { openLastingStore } from '../../store/door/lasting-store.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

type Call = (...args: readonly unknown[]) => Promise<unknown>
/** The line is cut at one call: `before` the store hears of it, or `after` it is carried out, so that its answer is lost. */
type Cut = { readonly at: number; readonly when: 'before' | 'after' }

/** A line to a store that is cut once; then it cannot be opened at first, and whatever was held has lapsed. */
function openLine(room: MailRoom, cut: Cut | null) {
  const calls: string[] = []
  let [hangUp, refusals] = [() => {}, 0]
  const breakOff = (): Promise<never> => {
    refusals = 1
    room.now += holdTime + 1
    hangUp()
    return new Promise(() => {})
  }
  const heard = (part: object, name: string): object =>
    new Proxy(part, {
      get:
        (_, method) =>
        async (...args: readonly unknown[]) => {
          const isCut = cut?.at === calls.push(`${name}.${String(method)}`) - 1
          if (isCut && cut.when === 'before') return breakOff()
          const answer = await (Reflect.get(part, method) as Call).apply(part, args as unknown[])
          return isCut ? breakOff() : answer
        },
    })
  const far = new Proxy(room.store, {
    get(store, name) {
      const part: unknown = Reflect.get(store, name)
      if (name === 'close') return async () => {}
      return typeof part === 'object' && part !== null ? heard(part, String(name)) : part
    },
  })
  const connect = async (lost: () => void): Promise<MailStore> => {
    if (refusals > 0) {
      refusals -= 1
      throw new MailError('busy', 'the line is down')
    }
    const [there, back] = [new PassThrough(), new PassThrough()]
    void serveDoor(async () => far, there, back)
    hangUp = () => {
      for (const stream of [there, back]) stream.destroy()
    }
    const channel = { input: back, output: there, said: () => '', close: () => there.end() }
    return openDoorStore(channel, 'exec:line', lost)
  }
  return { calls, store: () => openLastingStore(connect) }
}

/** What one run did that had one message to work on, in a world of its own. */
async function ranWith(program: string, cut: Cut | null) {
  const room = await openMailRoom()
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-cuts-'))
  const begun = join(folder, 'begun')
  try {
    const writer = await room.join('writer')
    await room.join('worker')
    const { id } = await writer.send({ to: ['worker'], subject: 'Question', body: 'text', kind: 'request' })
    const line = openLine(room, cut)
    const store = await line.store()
    const worker = openMailbox({
      ...(await seat(room.store, 'worker', { programs, now: () => room.now })),
      store,
    })
    const [ran, stop] = [[] as RanValue[], new AbortController()]
    const command = ['sh', '-c', `echo x >> ${begun}; cat > /dev/null; ${program}`]
    const problem = await (async () => {
      for await (const value of worker.run({ agent: 'worker', command, reply: true }, stop.signal)) {
        ran.push(value)
        stop.abort()
      }
    })().catch((error: unknown) => error)
    const { messages } = await writer.thread({ message: id })
    return {
      calls: [...line.calls],
      problem,
      outcomes: ran.map(({ outcome }) => outcome),
      begun: existsSync(begun) ? readFileSync(begun, 'utf8').length / 2 : 0,
      thread: messages.map(({ from, body }) => `${from}: ${body.trim().split('\n')[0]}`),
    }
  } finally {
    await room.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const answered = { outcomes: ['completed'], thread: ['writer: text', 'worker: the answer'] }
const failed = { outcomes: ['failed'], thread: ['writer: text', 'system: worker failed this: exit code 3.'] }

for (const [name, program, ends] of [
  ['a program that answers', 'echo the answer', answered],
  ['a program that fails', 'exit 3', failed],
] as const) {
  const expected = { ...ends, begun: 1, problem: undefined }
  const { calls, ...uncut } = await ranWith(program, null)
  const points = calls.flatMap((call, at) =>
    (['before', 'after'] as const).map((when) => [call, at + 1, when] as const),
  )

  describe.concurrent(`the line to the store is cut under ${name}`, () => {
    it('which without a cut is started once', () => {
      expect(uncut).toEqual(expected)
      const passed = ['deliveries.holdNext', 'deliveries.settle', 'deliveries.move', 'sessions.end']
      expect(calls).toEqual(expect.arrayContaining(passed))
    })

    it.each(points)('%s, call %i, %s it', async (call, at, when) => {
      const { calls: _, ...cut } = await ranWith(program, { at: at - 1, when })
      // A wrong start is reported at once, before anything is begun.
      if (call === 'roster.find') expect(cut).toMatchObject({ problem: { code: 'busy' }, begun: 0 })
      else expect(cut).toEqual(expected)
    })
  })
}
