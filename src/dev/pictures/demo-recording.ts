import type { Shot } from './recording.ts'
import { openStudio, type Studio } from './studio.ts'

export const demoSize = { columns: 112, rows: 28 }

/** A minute of a supervisor's day: mail comes in, is read, answered, handed on and put away, and the fleet is looked over. */
export async function recordDemo(): Promise<readonly Shot[]> {
  const desk = await openStudio({ size: demoSize })
  const shots: Shot[] = []
  const show = (lasts: number): void => {
    shots.push({ frame: desk.frame(demoSize, 'dark'), lasts })
  }
  const person = personAt(desk, show)
  try {
    await desk.sees(/Attention +\d/u)
    await desk.sees('librarian')
    show(1_500)
    await mailArrives(desk)
    show(2_000)
    await readsAndAnswers(desk, person, show)
    await handsOn(desk, person, show)
    await putsAway(desk, person, show)
    await looksAtFleet(desk, person, show)
    return shots
  } finally {
    await desk.close()
  }
}

type Person = ReturnType<typeof personAt>
type Show = (lasts: number) => void

/** Keys as fast as fingers. */
function personAt(desk: Studio, show: Show) {
  return {
    async presses(...keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        await desk.press(key)
        show(350)
      }
    },
    async types(text: string): Promise<void> {
      for (const letters of text.match(/.{1,3}/gu) ?? []) {
        await desk.type(letters)
        show(150)
      }
    },
  }
}

async function mailArrives(desk: Studio): Promise<void> {
  await (await desk.as('swarm_dev/tester')).send({
    to: ['lea'],
    subject: 'The night run hangs at the kill test',
    body: 'It waits for a lock that nobody holds. Who looks at it?',
    priority: 'urgent',
  })
  await desk.sees('The night run hangs')
  await desk.sees('12 unread')
}

async function readsAndAnswers(desk: Studio, person: Person, show: Show): Promise<void> {
  await person.presses('j', 'j', 'j')
  await desk.sees(/▸.*The night run hangs/u)
  await person.presses('Enter')
  await desk.sees(/lea: .*shown/u)
  show(1_800)
  await person.presses('r')
  await desk.sees('Reply to')
  await person.types('Thanks. The implementer takes it over.')
  show(700)
  await desk.press('Enter')
  await desk.sees('sending in')
  show(1_800)
}

async function handsOn(desk: Studio, person: Person, show: Show): Promise<void> {
  await person.presses('H')
  await desk.sees('Hand off')
  await person.types('swarm_dev/imp')
  await desk.sees('▸ swarm_dev/implementer')
  show(900)
  await person.presses('Tab', 'Tab', 'Tab')
  await person.types('Night run stopped, the store is intact')
  await desk.press('C-s')
  await desk.sees('Work handoff from')
  show(2_500)
  await desk.press('C-s')
  await desk.sees('2 messages in')
  show(1_500)
}

async function putsAway(desk: Studio, person: Person, show: Show): Promise<void> {
  await person.presses('q')
  await desk.press('e')
  await desk.misses('The night run hangs')
  show(1_800)
  await (await desk.as('bob')).here({ terminal: 'demo' })
  await desk.sees('also here: bob')
  show(3_000)
}

async function looksAtFleet(desk: Studio, person: Person, show: Show): Promise<void> {
  await person.presses('B')
  await desk.sees(/Fleet · .*silent/u)
  show(2_000)
  await (await (await desk.as('swarm_dev/implementer')).claim({ queue: 'work' })).settle()
  await desk.sees(/◐ .*implementer/u)
  show(1_500)
  await person.presses('j')
  show(3_000)
}
