import { expect, it, vi } from 'vitest'
import { openStudio } from '../../../src/dev/pictures/studio.ts'
import { swarmWithTopics } from '../../../src/dev/pictures/worlds.ts'
import { type State, withSession } from '../../../src/faces/tui/state.ts'
import { anyKey } from '../../support/monkey.ts'
import { generator } from '../../support/scale.ts'
import { openFrames } from '../../support/screen-text.ts'

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 60, rows: 20 },
]
const rounds = 28
const random = generator(7)
/** Each begins where Esc leads to, so that every overlay and every kind of list is come to, whatever chance brings. */
const tours = [
  '?',
  'M ]',
  'T',
  ': arch',
  'f schema \r',
  '/ tests \r',
  'm coo',
  '1 g g',
  '1 G 2 \r z R',
  '1 G k k 2 \r',
  '1 G k k k k 2',
  '1 G k k k k k k k 2 \r',
  '1 g g j j j 2 \r',
  '2 g g j \r r on',
]
const sizeNow = () => sizes[Math.floor(random() * sizes.length)] ?? { columns: 80, rows: 24 }

it('what is kept from one frame to the next never shows, on any screen that keys lead to', async () => {
  const desk = await openStudio({ size: sizeNow(), fill: swarmWithTopics })
  const drawn: { readonly state: State; readonly shown: string }[] = []
  const drawing = openFrames()
  let pressed = 0
  const press = async (bytes: string): Promise<void> => {
    await desk.type(bytes)
    pressed += 1
    if (pressed % 3 === 0) drawn.push({ state: desk.state, shown: drawing.draw(desk.state) })
  }
  try {
    await desk.sees(/Attention +\d/u)
    await (await desk.as('bob')).here({ terminal: 'pictures' })
    for (let round = 0; round < rounds; round += 1) {
      desk.resize(sizeNow())
      const tour = tours[round % tours.length] ?? ''
      for (const bytes of ['\x1b', '\x1b', ...tour.split(' ')]) await press(bytes)
      for (let more = 0; more < 8; more += 1) await press(anyKey(random, 'stays'))
    }
    expect(new Set(drawn.map(({ state }) => state.overlay.type)).size).toBeGreaterThan(6)
    expect(new Set(drawn.map(({ state }) => state.panes.list.source.type)).size).toBeGreaterThan(6)
    drawing.close()
    vi.resetModules()
    const anew = (await import('../../support/screen-text.ts')).openFrames()
    for (const { state, shown } of drawn.toReversed()) {
      // What colours code is a function, and no copy of it can be made.
      const { colouring } = state.session
      const copy = structuredClone(withSession(state, { colouring: 'none' }))
      expect(anew.draw(withSession(copy, { colouring }))).toBe(shown)
    }
    anew.close()
  } finally {
    await desk.close()
  }
})
