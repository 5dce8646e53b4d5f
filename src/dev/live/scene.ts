import { agent, type Room } from './room.ts'

/**
 * Something that a person does with an agent and its mail. It fails by throwing the reason. It is judged by what the model received and by what
 * the store has, and not by what the program prints.
 */
export type Scene = {
  readonly name: string
  /** What it proves, as docs/harnesses.md tells it. */
  readonly proves: string
  play(room: Room): Promise<void>
}

export function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

/** A store for tests in the project, and the agent as `setup` connects it. */
export async function settle(room: Room): Promise<void> {
  await room.processes.run(['git', 'init', '--quiet'], room.place.project, room.env)
  await room.watchpost('init', '--test')
  if (room.driver.setup === null) await room.watchpost('agents', 'register', agent)
  else await setUp(room)
}

export function setUp(room: Room): Promise<string> {
  return room.watchpost('setup', ...(room.driver.setup ?? []), '--as', agent, '--yes')
}

/** Mail from the person, whose body is this word. */
export async function send(
  room: Room,
  word: string,
  to: string = agent,
  ...added: readonly string[]
): Promise<string> {
  const words = ['-s', `About ${word}`, '-b', `The word is ${word}.`, '--json', ...added]
  const { id } = JSON.parse(await room.watchpost('send', to, ...words))
  return id
}

/** The requests to the model that had a body with this text, by their places in the order of all. */
export function requestsWith(room: Room, text: string, script?: string): readonly number[] {
  return room.stub.requests.flatMap((request, at) =>
    request.body.includes(text) && (script === undefined || request.script === script) ? [at] : [],
  )
}

/** The first request of a script that is at this step or later. */
export function requestAt(room: Room, step: number, script = 'main'): number {
  const own = room.stub.requests.flatMap((request, at) => (request.script === script ? [at] : []))
  return own[step] ?? -1
}

/** That a message reached the model, and counts as read only since then. */
export async function expectRead(room: Room, id: string, word: string): Promise<void> {
  expectThat(requestsWith(room, `The word is ${word}.`).length > 0, `the model was never told ${word}`)
  const { receipts } = JSON.parse(await room.watchpost('receipts', id, '--json'))
  expectThat(receipts[0]?.shown !== null, `the model was told ${word}, but its mail is not marked as read`)
}
