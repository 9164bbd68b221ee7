/** Loads the screen that only pastes with files need. */
export const loadFilesScreen = async () => (await import('./files/files-screen')).FilesScreen;
