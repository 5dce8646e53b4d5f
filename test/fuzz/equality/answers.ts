import { isMailError } from '../../../src/domain/errors.ts'
import { unlisted } from '../../../src/domain/roster.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { folders } from '../../../src/drivers/folders/folders.ts'
import { contextOf } from '../../../src/entry/demo/mailbox-context.ts'
import { isStream, type OperationName } from '../../../src/operations/catalogue.ts'
import { openServerMailbox } from '../../../src/server-mailbox.ts'
import type { Context } from '../../../src/services/context.ts'
import { isOffer } from '../../../src/services/offer.ts'
import { person } from '../../support/identities.ts'
import { keyboard } from './cast.ts'
import type { Step } from './steps.ts'
import type { World } from './world.ts'

/** The answer of one world to a step, as JSON has it. */
export type Answer = unknown

export type Moment = { readonly now: number; readonly settings: Settings }

export async function answer(world: World, step: Step, moment: Moment): Promise<Answer> {
  const { store } = world
  if (step.gathered) store.gather()
  const answered = await attempt(() => performed(world, step, moment))
  const stored = step.gathered ? await attempt(() => store.commit()) : undefined
  return plain(world, stored === undefined ? answered : { answered, stored })
}

async function attempt(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { value: await run() }
  } catch (error) {
    if (isMailError(error)) return { error: { code: error.code, message: error.message, hint: error.hint } }
    return { thrown: String(error) }
  }
}

async function performed(world: World, step: Step, moment: Moment): Promise<unknown> {
  const mailbox = openServerMailbox(await contextIn(world, step.as, moment))
  const method = (mailbox as Readonly<Record<string, (...given: unknown[]) => unknown>>)[step.operation]
  if (method === undefined) throw new Error(`There is no operation ${step.operation}.`)
  const input = placed(step.input, world.folder)
  if (isStream(step.operation as OperationName)) return drained(method(input, new AbortController().signal))
  const answered = await method(input)
  if (!isOffer(answered)) return answered
  await (step.settles ? answered.settle() : answered.release())
  return { value: answered.value, notes: answered.notes }
}

async function drained(values: unknown): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for await (const value of values as AsyncIterable<unknown>) all.push(value)
  return all
}

async function contextIn({ store }: World, as: string, { now, settings }: Moment): Promise<Context> {
  const found = as === keyboard.address ? keyboard : await store.roster.find(as)
  const actor = found ?? unlisted(as, null, 'agent', now)
  const place = { root: '/p', project: '/p' }
  const worktrees = { folder: '/p', kindOf: () => null, of: () => place }
  return contextOf(store, actor, {
    swarm: 'swarm_dev',
    now: () => now,
    settings,
    folders,
    worktrees,
    identity: person,
  })
}

/** Paths are below the folder of the world. */
function placed(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return value.replace(/^<folder>/u, folder)
  if (Array.isArray(value)) return value.map((one) => placed(one, folder))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, placed(one, folder)]))
}

/** As JSON, with what no two stores share under one name: where it is, and the random marks of fences. */
function plain({ store, folder }: World, answered: unknown): Answer {
  const marks = new Map<string, string>()
  const mark = (found: string) => {
    if (!marks.has(found)) marks.set(found, `<mark ${marks.size + 1}>`)
    return marks.get(found) ?? ''
  }
  const text = JSON.stringify(answered)
    .replaceAll(store.location, '<store>')
    .replaceAll(folder, '<folder>')
    .replace(/(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])/gu, mark)
  return JSON.parse(text)
}
