import { describe, expect, it } from 'vitest'
import { announce } from '../../../src/faces/tui/linear/announce.ts'
import { frameText } from '../../support/screen-text.ts'
import { type Sitting, sitBefore } from '../../support/tui-state.ts'
import { sitAtStores, someStores, store, tellStores } from '../../support/tui-stores.ts'

const types = (sitting: Sitting) => sitting.taken().map(({ type }) => type)

describe('the board of stores', () => {
  it('says what waits in each, and in a word why one says nothing', () => {
    const shown = frameText(sitAtStores().state)
    expect(shown).toMatch(/here .*open/u)
    expect(shown).toMatch(/busy +2 wait for you .*7/u)
    expect(shown).toMatch(/locked +locked/u)
    expect(shown).toMatch(/gone 1\s/u)
  })

  it('shows no byte of a name that a terminal would obey', () => {
    const evil = store('\u001b[2Jred\u202e', { path: '/\u001b]0;title\u0007', problem: null })
    const { state } = sitAtStores([evil])
    expect(frameText(state)).not.toMatch(/[\u001b\u0007\u202e]/u)
    expect(announce(null, state).join('\n')).not.toMatch(/[\u001b\u0007\u202e]/u)
  })

  it('is looked at again, sooner while stores are still to be looked at', () => {
    const waits = (unknown: number) => {
      const sitting = sitBefore([]).press('g', 'p')
      sitting.taken()
      tellStores(sitting, someStores, unknown)
      return sitting
        .taken()
        .flatMap((effect) =>
          effect.type === 'wait' && effect.name === 'stores' ? [effect.milliseconds] : [],
        )
    }
    expect(waits(0)).toEqual([5_000])
    expect(waits(3)).toEqual([300])
  })

  it('ends the looks when it is closed', () => {
    const sitting = sitAtStores()
    sitting.taken()
    expect(types(sitting.press('a'))).not.toContain('rest-stores')
    expect(sitting.state.panes.board?.name).toBe('all-attention')
    expect(types(sitting.press('Esc'))).not.toContain('rest-stores')
    expect(sitting.state.panes.board?.name).toBe('stores')
    expect(types(sitting.press('Esc'))).toContain('rest-stores')
  })

  it('goes back to the panes where the store is open already', () => {
    expect(sitAtStores().press('Enter').state.panes.board).toBeNull()
  })

  it('leaves as quitting does once the other store is open, and not where the person went on', () => {
    const sitting = sitAtStores().press('j', 'Enter')
    expect(sitting.taken()).toContainEqual({ type: 'open-store', location: '/busy/.watchpost', row: null })
    sitting.tell({ type: 'store-opened', problem: null })
    expect(sitting.taken()).toContainEqual({ type: 'quit', onward: true })
    const other = sitAtStores().press('j', 'Enter', 'Esc')
    other.taken()
    expect(types(other.tell({ type: 'store-opened', problem: null }))).toEqual(['stay'])
  })

  it('says why a store cannot be opened, and stays', () => {
    const sitting = sitAtStores().press('j', 'Enter')
    sitting.taken()
    sitting.tell({ type: 'store-opened', problem: 'It is damaged.' })
    expect(sitting.state.session.toast).toEqual({ text: 'It is damaged.', tone: 'problem' })
    expect(sitting.state.panes.board?.name).toBe('stores')
    expect(types(sitting)).not.toContain('quit')
  })
})
