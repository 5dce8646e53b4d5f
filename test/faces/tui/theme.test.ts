import { describe, expect, it } from 'vitest'
import { applySgr } from '../../../src/faces/tui/terminal/style.ts'
import { themes } from '../../../src/faces/tui/text/theme.ts'

const coloured = Object.entries(themes).filter(([name]) => name !== 'bare')

describe.each(coloured)('the theme %s', (_, { styles, selected, selectedElsewhere }) => {
  it('tells the current row of another pane from the focused one, and both from unread mail', () => {
    const plain = applySgr(0, '')
    const unread = applySgr(0, styles.bold)
    const looks = [plain, unread, applySgr(0, selected), applySgr(0, selectedElsewhere)]
    expect(new Set(looks).size).toBe(looks.length)
  })

  it('gives weight to what is unread, not to names', () => {
    expect(styles.person.split(';')).not.toContain('1')
  })
})

describe.each(['dark', 'light', 'colours', 'contrast'] as const)('the theme %s', (name) => {
  it('has three accents: what has the focus, links, and names', () => {
    const { accent, link, person } = themes[name].styles
    const colour = (codes: string) => codes.replace(/^(?:[1-9];)*/u, '')
    expect(new Set([accent, link, person].map(colour)).size).toBe(3)
  })
})
