import { join } from 'node:path'
import { isMailError } from '../../domain/errors.ts'
import type { Mailbox } from '../../mailbox.ts'
import type { Programs } from './commands.ts'
import { duration, type Figure, ratios, timeCall, timeProcesses } from './measure.ts'
import { firstAgent, makeWorld, openFor, secondAgent } from './world.ts'

const rosters = [1_000, 10_000, 40_000]
const messages = 100_000
const runs = 15
const misspelled = 'swarm_1/agnet-177'

type Grown = {
  /** Microseconds. */
  readonly everyone: number
  readonly misspelled: number
  /** To an empty script, as a whole process. */
  readonly send: number
}

/** What depends on how many agents there are. */
export async function benchRosters(folder: string, programs: Programs): Promise<readonly Figure[]> {
  const grown: Grown[] = []
  for (const agents of rosters) {
    const location = join(folder, `roster-${agents}`)
    await makeWorld(location, messages, agents)
    grown.push(await measure(location, programs))
  }
  const sizes = rosters.map((agents) => agents.toLocaleString('en')).join(' / ')
  const row = (what: string, of: (one: Grown) => string, limit: string, met: boolean): Figure => ({
    what: `${what}, with ${sizes} agents`,
    figure: grown.map(of).join(' / '),
    aim: limit,
    met,
  })
  const last = grown.at(-1) as Grown
  const first = grown[0] as Grown
  return [
    row(
      'inbox of all agents, first 50',
      ({ everyone }) => duration(everyone),
      '≤ 20 ms',
      last.everyone <= 20_000,
    ),
    row(
      'a message to a misspelled name, refused with the nearest ones',
      (one) => duration(one.misspelled),
      '≤ 30 ms',
      last.misspelled <= 30_000,
    ),
    row(
      '`send --as` as a whole process, of an empty script',
      ({ send }) => `${send.toFixed(2)}×`,
      'flat',
      last.send < 1.1 * first.send,
    ),
  ]
}

async function measure(location: string, { program, emptyScript }: Programs): Promise<Grown> {
  const { mailbox, close } = await openFor(location, firstAgent)
  const everyone = await timeCall(() => mailbox.inbox({ everyone: true }), 60)
  const refused = await timeCall(() => sendsToNobody(mailbox), 60)
  await close()
  const send = ['send', secondAgent, '-s', 'subject', '-b', 'body', '--store', location, '--as', firstAgent]
  const [, ratio = Number.NaN] = ratios(timeProcesses([[emptyScript], [program, ...send]], runs))
  return { everyone, misspelled: refused, send: ratio }
}

/** @throws Error it was sent */
async function sendsToNobody(mailbox: Mailbox): Promise<void> {
  try {
    await mailbox.send({ to: [misspelled], subject: 'subject', body: 'body' })
  } catch (error) {
    if (isMailError(error) && error.hint?.includes('agent-177')) return
    throw error
  }
  throw new Error(`${misspelled} got a message.`)
}
