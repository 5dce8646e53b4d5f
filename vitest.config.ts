import { defineConfig } from 'vitest/config'
import { patience, testPatience } from './test/support/patience.ts'

// Certificates that a machine has every Node read cost each of thousands of processes a tenth of a second. No test needs them.
delete process.env['NODE_EXTRA_CA_CERTS']

/** Each file of these has modules of its own. */
const long = [
  // They start processes and servers, and kill some.
  'test/{crash,entry,gastown,hostile}/**/*.test.ts',
  'test/faces/{cli,hook,mail,mcp}/**/*.test.ts',
  'test/dev/picture-choice.test.ts',
  'test/operations/{exchange,sync}.test.ts',
  'test/store/{order,postgres,postgres-server,postgres-ways,repeated,sqlite,undone,upgrade}.test.ts',
  // They play whole terminals.
  'test/e2e/**/*.test.ts',
  'test/pictures.test.ts',
  // It loads modules anew.
  'test/faces/tui/kept-views.test.ts',
  // It fills the table of styles.
  'test/faces/tui/terminal/frame.test.ts',
]
const all = 'test/**/*.test.{ts,tsx}'

export default defineConfig({
  // Ink runs with NODE_ENV=production everywhere, so components must not be compiled for development.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    testTimeout: testPatience,
    hookTimeout: testPatience,
    expect: { poll: { timeout: patience } },
    globalSetup: 'test/support/fresh-program.ts',
    setupFiles: ['test/support/own-temporary-folder.ts', 'test/support/nobodys-session.ts'],
    pool: 'forks',
    // One more than a small machine has cores: many tests wait for processes and terminals.
    maxWorkers: 3,
    env: { NODE_ENV: 'production' },
    projects: [
      // Nothing of these outlives a test, so they share the modules that they load: that takes half the time.
      {
        extends: true,
        test: {
          ...{ name: 'short', include: [all], exclude: long, isolate: false },
          setupFiles: ['test/support/loaded-first.ts', 'test/support/stock-output.ts'],
        },
      },
      { extends: true, test: { name: 'long', include: long } },
    ],
  },
})
