import { render } from 'ink-testing-library'
import { expect, test } from 'vitest'
import { Form } from '../../components/Form.tsx'
import { formView, openForm } from '../../src/faces/tui/compose/form/form.ts'
import { lineText } from '../../src/faces/tui/text/line.ts'
import { themes } from '../../src/faces/tui/text/theme.ts'

const theme = themes.bare

test.each([
  [80, 24],
  [50, 20],
  [40, 10],
])('a form is drawn as its view says at %i × %i', (columns, rows) => {
  const view = formView(openForm('handoff', { input: { done: 'Design 日本語' } }), { columns, rows })
  const { lastFrame, unmount } = render(<Form view={view} theme={theme} />)
  // Ink takes the bare caret cell's sequences along; the words are the same.
  const words = lastFrame()?.replace(/\u001b\[[\d;]*m/gu, '')
  expect(words).toBe(view.rows.map(({ line }) => lineText(line)).join('\n'))
  unmount()
})

test('the caret of a form is inverse', () => {
  const view = formView(openForm('compose', { input: { to: ['critic'], subject: 'x', body: 'abc' } }), {
    columns: 60,
    rows: 14,
  })
  const { lastFrame, unmount } = render(<Form view={view} theme={theme} />)
  expect(lastFrame()).toContain('abc\u001b[7m \u001b[')
  unmount()
})
