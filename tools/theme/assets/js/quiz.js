/* Quizzes: picking an option shows why it is right or wrong. The words are in the page (data-right, data-wrong). */
for (const quiz of document.querySelectorAll("fieldset.quiz")) {
  const status = quiz.querySelector("[role=status]");
  quiz.addEventListener("change", ({ target }) => {
    const right = target.value === quiz.dataset.answer;
    for (const option of quiz.querySelectorAll(".quiz-option")) {
      const picked = option.contains(target);
      option.classList.toggle("picked", picked);
      option.querySelector("details").open = picked;
    }
    quiz.dataset.verdict = right ? "right" : "wrong";
    status.textContent = right ? quiz.dataset.right : quiz.dataset.wrong;
  });
}
