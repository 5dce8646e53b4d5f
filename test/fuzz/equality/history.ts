import { vi } from 'vitest'
import { defaultSettings, type Settings } from '../../../src/domain/settings/settings.ts'
import { noon } from '../../support/mailbox.ts'
import { generator } from '../../support/scale.ts'
import { type Answer, answer } from './answers.ts'
import { opening } from './cast.ts'
import { type Dice, diceOf } from './dice.ts'
import { type Difference, differences } from './differences.ts'
import { readOut } from './read-out.ts'
import { note, nothingSeen, type Seen } from './seen.ts'
import { draw, type Step } from './steps.ts'
import type { World } from './world.ts'

/** A step to which a world answered unlike the first one. */
export type Unequal = Difference & {
  readonly at: number
  readonly world: World['kind']
  readonly step: Step
}

export type Course = {
  readonly worlds: readonly World[]
  readonly seed: number
  readonly seen: Seen
  readonly settings: Settings
  now: number
  at: number
  readonly unequal: Unequal[]
  answered: number
}

const usual = { later: 1_000, settles: true, gathered: false, as: '', operation: '', input: {} }

/** The mail room in which every history begins. */
export async function begin(worlds: readonly World[], seed: number, dice: Dice): Promise<Course> {
  const course: Course = {
    worlds,
    seed,
    seen: nothingSeen(),
    settings: settingsOf(dice),
    now: noon,
    at: 0,
    unequal: [],
    answered: 0,
  }
  for (const call of opening) {
    const answered = await take(course, call)
    if (isRefused(answered)) throw new Error(`${call.operation}: ${JSON.stringify(answered)}`)
  }
  return course
}

/** The same random operations on every world, and a read-out at the end. */
export async function play(worlds: readonly World[], seed: number, length: number): Promise<Course> {
  const dice = diceOf(seed)
  const course = await begin(worlds, seed, dice)
  for (let at = 0; at < length; at += 1) await take(course, await draw(dice, course.seen))
  for (const call of readOut(course.seen)) await take(course, { ...call, later: 0 })
  return course
}

/** One step on each world, one after another. Answers as the first one does. */
export async function take(course: Course, given: Partial<Step>): Promise<Answer> {
  const step: Step = { ...usual, ...given }
  course.now += step.later
  course.at += 1
  const answers: Answer[] = []
  for (const world of course.worlds) answers.push(await drawnAlike(course, () => answer(world, step, course)))
  const [first, ...others] = answers
  others.forEach((other, at) => {
    const world = course.worlds[at + 1]?.kind ?? 'SQLite'
    for (const one of differences(first, other)) course.unequal.push({ ...one, at: course.at, world, step })
  })
  const { value } = (first ?? {}) as { readonly value?: unknown }
  if (value !== undefined) course.answered += 1
  note(course.seen, step.operation, step.input, value)
  return first
}

/** All worlds draw the same numbers for the names of escalations, drafts and tokens. */
async function drawnAlike<T>({ seed, at }: Course, run: () => Promise<T>): Promise<T> {
  const random = generator(seed + at)
  const numbers = vi.spyOn(Math, 'random').mockImplementation(random)
  const bytes = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) for (const at of array.keys()) array[at] = random() * 256
    return array
  })
  try {
    return await run()
  } finally {
    numbers.mockRestore()
    bytes.mockRestore()
  }
}

function isRefused(answered: Answer): boolean {
  return typeof answered === 'object' && answered !== null && !('value' in answered)
}

/** Some histories have small mailboxes, budgets, and old mail in files of its own. */
function settingsOf(dice: Dice): Settings {
  return {
    ...defaultSettings,
    archive: { beyond: dice.pick([0, 30, 1_000]) },
    mailbox: {
      baseDir: null,
      archiveAfter: dice.pick([null, 3_600_000]),
      maxQueueSize: dice.pick([null, null, 15]),
    },
    loops: dice.pick([defaultSettings.loops, { exchanged: 4, sent: 12 }, { exchanged: null, sent: null }]),
    budgets: dice.pick([{}, {}, { pilot: 5 }]),
    redispatch: { promoteAfter: 2, promoteTo: dice.pick([null, 'coo']) },
  }
}
