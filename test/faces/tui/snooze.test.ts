import { describe, expect, it } from 'vitest'
import { clockText } from '../../../src/domain/moment.ts'
import { offerLines, snoozeTimes } from '../../../src/faces/tui/overlays/time-offers.ts'
import { lineText } from '../../../src/faces/tui/text/line.ts'
import { noon, row, type Sitting, sitBefore } from '../../support/tui-state.ts'

const hour = 3_600_000

const box = ({ state }: Sitting): readonly string[] =>
  state.overlay.type === 'prompt'
    ? offerLines(state.overlay, state.clock.now).map((line) => lineText(line))
    : []
const field = ({ state }: Sitting) => (state.overlay.type === 'prompt' ? state.overlay.field.text : null)

describe('the times of a snooze', () => {
  const asked = () => sitBefore([row('M001')]).press('s')

  it('are read when it is asked for one, and shown with what they mean', () => {
    const sitting = asked()
    expect(sitting.taken()).toContainEqual({ type: 'read-times', texts: [...snoozeTimes, '2h'] })
    sitting.tell({ type: 'times-read', times: { '1h': noon + hour, '2h': noon + 2 * hour } })
    expect(box(sitting)[0]).toBe(`  1h                 ${clockText(noon + hour)}`)
    expect(box(sitting).at(-1)).toBe(`▸ 2h                 ${clockText(noon + 2 * hour)}`)
  })

  it('are chosen by Down and Up, round and round', () => {
    const sitting = asked().press('Down')
    expect(field(sitting)).toBe('1h')
    expect(field(sitting.press('Down', 'Down', 'Down'))).toBe('monday 9:00')
    expect(field(sitting.press('Down', 'Up'))).toBe('monday 9:00')
    const up = asked().press('Up')
    expect(field(up)).toBe('monday 9:00')
  })

  it.each([
    ['no time', null, 'not a time'],
    ['yesterday', noon - hour, 'in the past'],
    ['tomorrow 17:30', noon + hour, clockText(noon + hour)],
  ])('say of %s what it is while it is typed', (text, at, said) => {
    const sitting = asked().type(text)
    expect(sitting.taken().at(-1)).toMatchObject({
      type: 'read-times',
      texts: expect.arrayContaining([text]),
    })
    sitting.tell({ type: 'times-read', times: { [text]: at } })
    expect(box(sitting).at(-1)).toMatch(new RegExp(`^▸ ${text} +${said}$`, 'u'))
  })
})
