import DefaultTheme from 'vitepress/theme';
import LessonExercise from './LessonExercise.vue';
import StudioScene from './StudioScene.vue';
import './style.css';

export default {
  ...DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('StudioScene', StudioScene);
    app.component('LessonExercise', LessonExercise);
  },
};
