import { describe, expect, it } from 'vitest'
import { type MemberRights, noteSet, readMembers, rightsBack } from '../../src/domain/definition-members.ts'

const open: MemberRights = { talksTo: [], canComplete: false }
const muted: MemberRights = { talksTo: ['hand'], canComplete: true }

describe('what a definition set for an agent', () => {
  it.each<[string, Partial<MemberRights>, MemberRights, MemberRights, Partial<MemberRights>]>([
    ['is taken back', muted, open, muted, open],
    ['is taken back alone', { talksTo: ['hand'] }, open, { ...open, talksTo: ['hand'] }, { talksTo: [] }],
    [
      'stays where somebody changed it',
      muted,
      open,
      { ...muted, talksTo: ['third'] },
      { canComplete: false },
    ],
    ['stays where it all changed', muted, open, { talksTo: ['third'], canComplete: false }, {}],
    ['may be what stood before', open, open, open, open],
  ])('%s', (_what, set, before, now, back) => {
    expect(rightsBack(noteSet('boss', undefined, set, before), now)).toEqual(back)
  })

  it.each<[string, Partial<MemberRights>, MemberRights, Partial<MemberRights>]>([
    [
      'the first load says what stood before',
      { talksTo: ['a'] },
      { ...open, talksTo: ['hand'] },
      { talksTo: [] },
    ],
    [
      'a change in between is what stood before',
      { talksTo: ['a'] },
      { ...open, talksTo: ['b'] },
      { talksTo: ['b'] },
    ],
    [
      'what a second load leaves out stays noted',
      { canComplete: true },
      { ...open, talksTo: ['hand'] },
      open,
    ],
  ])('over two loads: %s', (_what, second, between, before) => {
    const first = noteSet('boss', undefined, { talksTo: ['hand'] }, open)
    expect(noteSet('boss', first, second, between).before).toEqual(before)
  })

  it.each(['', 'no JSON', 'null', '{}', '[1,{}]', '[{"agent":"a","set":1,"before":{}}]'])(
    'is nothing where what is stored is damaged: %s',
    (text) => expect(readMembers(text)).toEqual([]),
  )
})
