import { expect, test } from 'vitest'
import { frameText } from '../../support/screen-text.ts'
import { row, sitBefore } from '../../support/tui-state.ts'

test.each([200, 120, 80, 50])(
  'imported mail is marked in a list of %i columns, also under a long name',
  (columns) => {
    const imported = { from: 'lea', importedBy: 'scout', importedFrom: 'mail.jsonl:1' }
    const sitting = sitBefore(
      [
        row('A001', { ...imported, subject: 'Short name' }),
        row('B001', { ...imported, from: 'x'.repeat(60), subject: 'Long name' }),
        row('C001', { from: 'lea', subject: 'Her own' }),
      ],
      { columns, rows: 30 },
    )
    const lines = frameText(sitting.state).split('\n')
    const rowOf = (subject: string) => lines.find((line) => line.includes(subject.slice(0, 4))) ?? ''
    expect(rowOf('Short name')).toContain('↧lea')
    expect(rowOf('Long name')).toContain('↧xx')
    expect(rowOf('Her own')).not.toContain('↧')
  },
)
